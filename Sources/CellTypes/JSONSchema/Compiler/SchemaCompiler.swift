internal import JSON

/// Compiles the schemas of a document into what is checked, in an order that the document does not change.
struct SchemaCompiler {
    let map: SchemaMap
    private var identities = ValueIdentities()
    /// The parts of the document that are numbered.
    private var numbered = PartNumbers()
    private var patterns: [JSONName: Pattern] = [:]
    private var patternCodeByteCount = 0
    /// The names that dynamic references look for.
    private var dynamicNames: [JSONName: Int] = [:]
    private var nodes: [SchemaNode] = []

    static func compile(_ map: SchemaMap) throws(SchemaError) -> CompiledNodes {
        var compiler = SchemaCompiler(map)
        for schema in map.parts.indices { compiler.nodes.append(try compiler.node(of: schema)) }
        let names = compiler.dynamicNames
        let dynamicAnchors = map.resources.map { resource in
            resource.dynamicAnchors.compactMap { name, schema in names[name].map { (name: $0, schema: schema) } }
        }
        return CompiledNodes(
            nodes: compiler.nodes, identities: compiler.identities.frozen(), dynamicAnchors: dynamicAnchors, dynamicNameCount: names.count)
    }

    private init(_ map: SchemaMap) {
        self.map = map
    }

    private mutating func node(of schema: Int) throws(SchemaError) -> SchemaNode {
        let part = map.parts[schema]
        var node = SchemaNode(resource: map.resourceOfSchema[schema])
        guard map.tree[part].kind == .object else {
            node.literal = map.tree[part].text.text.utf8.first == UInt8(ascii: "t")
            return node
        }
        let reader = KeywordReader(map: map, part: part)
        node.keywords += try references(reader, of: schema)
        node.keywords += assertions(reader)
        node.keywords += try assertionsOfScalars(reader)
        node.keywords += assertionsOfContainers(reader)
        node.keywords += applicatorsInPlace(reader)
        node.keywords += try applicatorsOfParts(reader)
        if let rest = reader.schema("unevaluatedItems") { node.keywords.append(.unevaluatedItems(rest)) }
        if let rest = reader.schema("unevaluatedProperties") { node.keywords.append(.unevaluatedProperties(rest)) }
        node.hasUnevaluated = reader.has("unevaluatedItems") || reader.has("unevaluatedProperties")
        return node
    }

    private mutating func references(_ reader: KeywordReader, of schema: Int) throws(SchemaError) -> [Keyword] {
        var keywords: [Keyword] = []
        if let child = reader.child("$ref") {
            keywords.append(.reference(try map.target(of: JSONName("$ref"), at: child, of: schema).schema))
        }
        if let child = reader.child("$dynamicRef") {
            let target = try map.target(of: JSONName("$dynamicRef"), at: child, of: schema)
            if let name = target.dynamicName {
                let number = dynamicNames[name] ?? dynamicNames.count
                dynamicNames[name] = number
                keywords.append(.dynamicReference(name: number, fallback: target.schema))
            } else {
                keywords.append(.reference(target.schema))
            }
        }
        return keywords
    }

    // MARK: - Assertions

    private mutating func assertions(_ reader: KeywordReader) -> [Keyword] {
        var keywords: [Keyword] = []
        if let child = reader.child("type") {
            let names = map.tree[child].kind == .string ? [JSONName(map.tree[child].content)] : reader.names(child)
            keywords.append(.type(ValueTypes(names.compactMap { ValueTypes(named: $0.text) })))
        }
        if reader.has("enum") {
            var values: Set<Int> = []
            for child in reader.children("enum") { values.insert(identities.identity(of: child, in: map.tree, visited: &numbered)) }
            keywords.append(.enumeration(values))
        }
        if let child = reader.child("const") {
            keywords.append(.constant(identities.identity(of: child, in: map.tree, visited: &numbered)))
        }
        return keywords
    }

    private mutating func assertionsOfScalars(_ reader: KeywordReader) throws(SchemaError) -> [Keyword] {
        var keywords: [Keyword] = []
        if let number = reader.number("multipleOf") {
            guard let divisor = Divisor(number) else {
                let limit = SchemaLimits.divisorDigitCount
                throw reader.error("multipleOf needs a number above 0 with at most \(limit) significant digits", "multipleOf")
            }
            keywords.append(.multipleOf(divisor))
        }
        for bound in [Keyword.Bound.maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum] {
            if let number = reader.number(bound.rawValue) { keywords.append(.bound(bound, number)) }
        }
        if let count = reader.count("maxLength") { keywords.append(.length(.most, count)) }
        if let count = reader.count("minLength") { keywords.append(.length(.least, count)) }
        if let child = reader.child("pattern") {
            keywords.append(.pattern(try pattern(JSONName(map.tree[child].content), "pattern", at: child)))
        }
        return keywords
    }

    private func assertionsOfContainers(_ reader: KeywordReader) -> [Keyword] {
        var keywords: [Keyword] = []
        if let count = reader.count("maxItems") { keywords.append(.itemCount(.most, count)) }
        if let count = reader.count("minItems") { keywords.append(.itemCount(.least, count)) }
        if reader.flag("uniqueItems") { keywords.append(.uniqueItems) }
        if let count = reader.count("maxProperties") { keywords.append(.propertyCount(.most, count)) }
        if let count = reader.count("minProperties") { keywords.append(.propertyCount(.least, count)) }
        if let child = reader.child("required") { keywords.append(.required(reader.names(child))) }
        let dependencies = reader.children("dependentRequired").compactMap { child in
            map.tree[child].key.map { Keyword.Dependency(property: $0, needed: reader.names(child)) }
        }
        if !dependencies.isEmpty { keywords.append(.dependentRequired(dependencies)) }
        return keywords
    }

    // MARK: - Applicators

    private func applicatorsInPlace(_ reader: KeywordReader) -> [Keyword] {
        var keywords: [Keyword] = []
        if reader.has("allOf") { keywords.append(.allOf(reader.schemas("allOf"))) }
        if reader.has("anyOf") { keywords.append(.anyOf(reader.schemas("anyOf"))) }
        if reader.has("oneOf") { keywords.append(.oneOf(reader.schemas("oneOf"))) }
        if let schema = reader.schema("not") { keywords.append(.not(schema)) }
        if let condition = reader.schema("if") {
            keywords.append(.conditional(condition: condition, then: reader.schema("then"), otherwise: reader.schema("else")))
        }
        let dependencies = reader.schemasByName("dependentSchemas").map { (property: $0.name, schema: $0.schema) }
        if !dependencies.isEmpty { keywords.append(.dependentSchemas(dependencies)) }
        return keywords
    }

    private mutating func applicatorsOfParts(_ reader: KeywordReader) throws(SchemaError) -> [Keyword] {
        var keywords: [Keyword] = []
        let prefix = reader.schemas("prefixItems")
        let rest = reader.schema("items")
        if !prefix.isEmpty || rest != nil { keywords.append(.items(prefix: prefix, rest: rest)) }
        if let schema = reader.schema("contains") {
            keywords.append(.contains(schema, least: reader.count("minContains"), most: reader.count("maxContains")))
        }
        var properties = Keyword.PropertySchemas(additional: reader.schema("additionalProperties"))
        for (name, schema) in reader.schemasByName("properties") { properties.named[name] = schema }
        for child in reader.children("patternProperties") {
            guard let name = map.tree[child].key, let schema = map.schema(at: child) else { continue }
            properties.patterns.append((try pattern(name, "patternProperties", at: child), schema))
        }
        if !properties.named.isEmpty || !properties.patterns.isEmpty || properties.additional != nil {
            keywords.append(.properties(properties))
        }
        if let schema = reader.schema("propertyNames") { keywords.append(.propertyNames(schema)) }
        return keywords
    }

    /// Compiles a regular expression, once for all keywords that have it.
    private mutating func pattern(_ text: JSONName, _ keyword: String, at part: Int) throws(SchemaError) -> Pattern {
        func refusal(_ message: String) -> SchemaError {
            SchemaError(pointer: map.tree.pointer(to: part), keyword: keyword, message: message)
        }
        if let known = patterns[text] { return known }
        guard text.text.utf8.count <= SchemaLimits.patternByteCount else {
            throw refusal("a regular expression is longer than \(SchemaLimits.patternByteCount) bytes")
        }
        guard patterns.count < SchemaLimits.patternCount else {
            throw refusal("the schema has more than \(SchemaLimits.patternCount) regular expressions")
        }
        do throws(PatternError) {
            let pattern = try Pattern(text.text)
            patterns[text] = pattern
            patternCodeByteCount += pattern.byteCount
            if patternCodeByteCount <= SchemaLimits.patternCodeByteCount { return pattern }
        } catch {
            throw refusal("the regular expression cannot be checked: \(error.message)")
        }
        throw refusal("the regular expressions of the schema are too large together")
    }
}
