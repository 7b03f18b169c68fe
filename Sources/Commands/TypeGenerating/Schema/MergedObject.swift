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

    /// - Parameter rootHint: The source of the whole document's type name.
    /// - Returns: `nil` where a schema is about more than objects.
    init?(_ location: SchemaLocation, rootHint: String) {
        var isObject = false
        var visited: Set<Int> = []
        guard add(location, rootHint, &visited, &isObject), isObject else { return nil }
        // If no schema names a key, the required ones would hide all others.
        guard !keys.isEmpty else { return }
        for part in required.sorted(by: { $0.lexicographicallyPrecedes($1) }) where locations[part] == nil {
            keys.append(String(decoding: part, as: UTF8.self))
        }
    }

    func properties(_ key: String) -> [SchemaLocation] { locations[Array(key.utf8)] ?? [] }

    func isRequired(_ key: String) -> Bool { required.contains(Array(key.utf8)) }

    private mutating func add(
        _ location: SchemaLocation, _ rootHint: String, _ visited: inout Set<Int>, _ isObject: inout Bool
    ) -> Bool {
        guard visited.insert(location.part).inserted, visited.count <= 100, location.isObject,
            !location.hasAlternatives, !location.has("enum", "const", "items", "prefixItems")
        else { return false }
        let types = SchemaTypes(location)
        if location.has("type") {
            guard types.single == "object" else { return false }
            isObject = true
            takesNull = takesNull && types.takesNull
        } else if location.has("properties", "additionalProperties", "patternProperties") {
            isObject = true
            takesNull = false
        }
        for property in location.properties {
            let key = Array(property.hint.utf8)
            if locations[key] == nil { keys.append(property.hint) }
            locations[key, default: []].append(property)
        }
        for case let key? in location.elements(of: "required").map(\.string) { required.insert(Array(key.utf8)) }
        if !location.has("patternProperties"), let rest = location.member("additionalProperties", hint: location.hint + " value"),
            rest.isObject
        {
            values = rest
        }
        var parts = location.elements(of: "allOf")
        if location.has("$ref") {
            guard let target = location.target(named: rootHint) else { return false }
            parts.append(target)
        }
        return parts.allSatisfy { add($0, rootHint, &visited, &isObject) }
    }
}
