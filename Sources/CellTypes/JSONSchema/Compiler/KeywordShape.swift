internal import JSON

/// The form of value that JSON Schema 2020-12 allows for a supported keyword.
enum KeywordShape: Sendable {
    case schema, schemas, schemasByName
    case text, flag, list, anything
    case count, number
    case names, namesByName
    case typeNames

    /// The keywords that are checked, or belong to how a schema is put together.
    static func of(_ keyword: JSONName) -> KeywordShape? { shapes[keyword] }

    private static let shapes: [JSONName: KeywordShape] = {
        var shapes: [JSONName: KeywordShape] = [:]
        for (shape, keywords) in [
            (
                .schema,
                "not if then else items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties contentSchema"
            ),
            (.schemas, "allOf anyOf oneOf prefixItems"),
            (.schemasByName, "$defs properties patternProperties dependentSchemas"),
            (.text, "$schema $id $ref $dynamicRef $anchor $dynamicAnchor $comment title description format pattern"),
            (.text, "contentEncoding contentMediaType"),
            (.flag, "deprecated readOnly writeOnly uniqueItems"),
            (.list, "examples enum"),
            (.anything, "default const"),
            (.count, "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties"),
            (.number, "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
            (.names, "required"),
            (.namesByName, "dependentRequired"),
            (.typeNames, "type"),
        ] as [(KeywordShape, String)] {
            for keyword in keywords.split(separator: " ") { shapes[JSONName(String(keyword))] = shape }
        }
        return shapes
    }()

    /// The form in words, for the error about a value of another form.
    var description: String {
        switch self {
        case .schema: "an object or a Boolean"
        case .schemas: "an array of schemas, at least one"
        case .schemasByName: "an object of schemas"
        case .text: "a string"
        case .flag: "a Boolean"
        case .list: "an array"
        case .anything: "any value"
        case .count: "an integer from 0"
        case .number: "a number"
        case .names: "an array of strings, each once"
        case .namesByName: "an object of arrays of strings, each once"
        case .typeNames: "one of the seven types, or an array of them, each once"
        }
    }

    /// Whether a part of a document may stand behind the keyword; schemas in it are looked at by themselves.
    func fits(_ part: Int, in tree: JSONTree) -> Bool {
        let node = tree[part]
        switch self {
        case .schema: return node.kind == .object || node.kind == .bool
        case .schemas: return node.kind == .array && !node.children.isEmpty
        case .schemasByName: return node.kind == .object
        case .text: return node.kind == .string
        case .flag: return node.kind == .bool
        case .list: return node.kind == .array
        case .anything: return true
        case .count:
            guard node.kind == .number else { return false }
            let number = JSONNumber(node.text)
            return number.isInteger && !number.isNegative
        case .number: return node.kind == .number
        case .names: return Self.areNames(part, in: tree)
        case .namesByName: return node.kind == .object && node.children.allSatisfy { Self.areNames($0, in: tree) }
        case .typeNames:
            if node.kind == .string { return ValueTypes(named: node.content) != nil }
            return !node.children.isEmpty && Self.areNames(part, in: tree)
                && node.children.allSatisfy { ValueTypes(named: tree[$0].content) != nil }
        }
    }

    private static func areNames(_ part: Int, in tree: JSONTree) -> Bool {
        let node = tree[part]
        guard node.kind == .array else { return false }
        var names: Set<JSONName> = []
        return node.children.allSatisfy { tree[$0].kind == .string && names.insert(JSONName(tree[$0].content)).inserted }
    }
}
