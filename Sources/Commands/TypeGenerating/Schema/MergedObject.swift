import JSON

/// The object keywords of a schema, joined with those of the schemas of its `allOf` and `$ref`.
struct MergedObject {
    /// Whether null matches in place of an object.
    private(set) var takesNull = true
    /// The keys that are known, in the order of the schema.
    private(set) var keys: [String] = []
    /// The schema of all values, where no key is known.
    private(set) var values: SchemaLocation?
    private var locations: [[UInt8]: [SchemaLocation]] = [:]
    private var required: Set<[UInt8]> = []

    /// - Returns: `nil` where a schema is about more than objects.
    init?(_ location: SchemaLocation, in reader: SchemaReader) {
        var isObject = false
        var visited: Set<[UInt8]> = []
        guard add(location, in: reader, &visited, &isObject), isObject else { return nil }
        // If no schema names a key, the required ones would hide all others.
        guard !keys.isEmpty else { return }
        for part in required.sorted(by: { $0.lexicographicallyPrecedes($1) }) where locations[part] == nil {
            keys.append(String(decoding: part, as: UTF8.self))
        }
    }

    func properties(_ key: String) -> [SchemaLocation] { locations[Array(key.utf8)] ?? [] }

    func isRequired(_ key: String) -> Bool { required.contains(Array(key.utf8)) }

    private mutating func add(
        _ location: SchemaLocation, in reader: SchemaReader, _ visited: inout Set<[UInt8]>, _ isObject: inout Bool
    ) -> Bool {
        let schema = location.schema
        guard visited.insert(location.key).inserted, visited.count <= 100, schema.isObject,
            !schema.hasAlternatives, !schema.has("enum", "const", "items", "prefixItems")
        else { return false }
        let types = SchemaTypes(schema)
        if schema.has("type") {
            guard types.single == "object" else { return false }
            isObject = true
            takesNull = takesNull && types.takesNull
        } else if schema.has("properties", "additionalProperties", "patternProperties") {
            isObject = true
            takesNull = false
        }
        for property in location.properties {
            let key = Array(property.hint.utf8)
            if locations[key] == nil { keys.append(property.hint) }
            locations[key, default: []].append(property)
        }
        for case let key? in (schema["required"]?.elements ?? []).map(\.string) { required.insert(Array(key.utf8)) }
        if !schema.has("patternProperties"), let rest = location.member("additionalProperties", hint: location.hint + " value"),
            rest.schema.isObject
        {
            values = rest
        }
        var parts = location.elements(of: "allOf")
        if schema.has("$ref") {
            guard let target = location.target(in: reader.document, named: reader.rootHint) else { return false }
            parts.append(target)
        }
        return parts.allSatisfy { add($0, in: reader, &visited, &isObject) }
    }
}
