import JSON

/// The JSON types that a schema's `type` names.
struct SchemaTypes {
    let takesNull: Bool
    /// The type but for null, `number` where it is `integer` or `number`; `nil` where there are several or none.
    let single: String?

    init(_ schema: SchemaLocation) {
        let names = schema["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) }
        takesNull = names?.contains("null") ?? false
        switch names?.filter({ $0 != "null" }) {
        case nil: single = schema.has("items", "prefixItems") ? "array" : nil
        case let others? where others.count == 1: single = others.first
        case let others? where Set(others) == ["integer", "number"]: single = "number"
        default: single = nil
        }
    }

    /// Whether null is all that the schema takes.
    var isNull: Bool { takesNull && single == nil }
}

extension SchemaLocation {
    private static let shaping: Set<String> = [
        "$ref", "$dynamicRef", "type", "enum", "const", "properties", "required", "additionalProperties", "patternProperties", "items",
        "prefixItems", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "unevaluatedProperties",
    ]

    /// The keywords that say what a value's type is, each once, sorted. Others only bound the values.
    var shapingKeys: [String] {
        keys.filter(Self.shaping.contains).sorted().filter { key in
            switch key {
            case "anyOf", "oneOf": !self[key].shapesNothing
            case "if":
                !(self["then"]?.shapingKeys ?? []).allSatisfy { $0 == "required" }
                    || !(self["else"]?.shapingKeys ?? []).allSatisfy { $0 == "required" }
            default: true
            }
        }
    }

    /// Whether values of several types may match: what these are is not said in one place.
    var hasAlternatives: Bool {
        shapingKeys.contains { ["anyOf", "oneOf", "if", "dependentSchemas", "$dynamicRef"].contains($0) }
    }
}

extension SchemaLocation? {
    /// Whether no element of the array asks for more than keys.
    fileprivate var shapesNothing: Bool { (self?.elements ?? []).allSatisfy { $0.shapingKeys.allSatisfy { $0 == "required" } } }
}
