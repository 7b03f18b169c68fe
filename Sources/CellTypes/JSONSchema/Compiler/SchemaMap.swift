import Foundations

internal import JSON

/// The places and names of the schemas in a document. Each of their keywords fits its shape.
struct SchemaMap {
    private static let dialect = "https://json-schema.org/draft/2020-12/schema"
    /// The base of a document that says none.
    private static let base = URIReference("document:///")

    let tree: JSONTree
    /// The part of the document that each schema is, the whole one first.
    private(set) var parts: [Int] = []
    /// The resource that each schema is in.
    private(set) var resourceOfSchema: [Int] = []
    private(set) var resources: [SchemaResource] = []
    private var schemaOfPart: [Int: Int] = [:]
    private var resourceOfURI: [JSONName: Int] = [:]

    init(_ tree: JSONTree) throws(SchemaError) {
        self.tree = tree
        try visit(0, resource: nil)
    }

    /// The schema that a part of the document is; `nil` where it is none.
    func schema(at part: Int) -> Int? { schemaOfPart[part] }

    /// The resource with a URI, its fragment aside.
    func resource(at uri: URIReference) -> Int? { resourceOfURI[JSONName(uri.absolute)] }

    /// An error about a schema, or about one of its keywords.
    func error(_ message: String, _ keyword: JSONName?, of part: Int) -> SchemaError {
        let named = keyword.flatMap { tree.member($0, of: part) } ?? part
        return SchemaError(pointer: tree.pointer(to: named), keyword: keyword?.text, message: message)
    }

    private mutating func visit(_ part: Int, resource: Int?) throws(SchemaError) {
        let node = tree[part]
        guard node.kind == .object || node.kind == .bool else { throw error("a schema is an object or a Boolean", nil, of: part) }
        let schema = parts.count
        parts.append(part)
        schemaOfPart[part] = schema
        for child in node.children { try check(child, of: part) }
        let resource = try resourceEntered(by: part, schema: schema, outer: resource)
        resourceOfSchema.append(resource)
        try takeAnchors(of: part, schema: schema, in: resource)
        for child in node.children {
            switch tree[child].key.flatMap(KeywordShape.of) {
            case .schema: try visit(child, resource: resource)
            case .schemas, .schemasByName: for child in tree[child].children { try visit(child, resource: resource) }
            default: break
            }
        }
    }

    private func check(_ child: Int, of part: Int) throws(SchemaError) {
        guard let keyword = tree[child].key else { return }
        guard let shape = KeywordShape.of(keyword) else {
            let name = keyword.text.utf8.count <= 64 ? " \(keyword.text)" : ""
            throw error("the keyword\(name) is not supported", keyword, of: part)
        }
        guard shape.fits(child, in: tree) else { throw error("\(keyword.text) needs \(shape.description)", keyword, of: part) }
    }

    /// The resource that a schema is in, which is a new one where it has an `$id`.
    private mutating func resourceEntered(by part: Int, schema: Int, outer: Int?) throws(SchemaError) -> Int {
        if let dialect = text(of: .schema, in: part), !UTF8Text.areEqual(dialect, Self.dialect) {
            throw error("the only dialect is \(Self.dialect)", .schema, of: part)
        }
        let base = outer.map { resources[$0].uri } ?? Self.base
        var uri = base
        if let id = text(of: .id, in: part) {
            guard let reference = URIReference(id), reference.fragment ?? "" == "", let base else {
                throw error("$id needs a URI without a fragment", .id, of: part)
            }
            uri = base.resolving(reference)
        } else if let outer {
            return outer
        }
        guard let uri, resourceOfURI.updateValue(resources.count, forKey: JSONName(uri.absolute)) == nil else {
            throw error("two schemas have this $id", .id, of: part)
        }
        resources.append(SchemaResource(uri: uri, schema: schema))
        return resources.count - 1
    }

    private mutating func takeAnchors(of part: Int, schema: Int, in resource: Int) throws(SchemaError) {
        for keyword in [JSONName.anchor, .dynamicAnchor] {
            guard let name = text(of: keyword, in: part) else { continue }
            guard Self.isAnchor(name) else { throw error("\(keyword.text) needs a name of letters, digits, -, _ and .", keyword, of: part) }
            let known = resources[resource].anchors.updateValue(schema, forKey: JSONName(name))
            guard known == nil || known == schema else { throw error("two schemas have this anchor", keyword, of: part) }
            if keyword == .dynamicAnchor { resources[resource].dynamicAnchors[JSONName(name)] = schema }
        }
    }

    private func text(of keyword: JSONName, in part: Int) -> String? { tree.member(keyword, of: part).map { tree[$0].content } }

    private static func isAnchor(_ name: String) -> Bool {
        guard let first = name.utf8.first, ASCII.isLetter(first) || first == UInt8(ascii: "_") else { return false }
        return name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-_.".utf8.contains($0) }
    }
}

extension JSONName {
    fileprivate static let schema = JSONName("$schema")
    fileprivate static let id = JSONName("$id")
    fileprivate static let anchor = JSONName("$anchor")
    fileprivate static let dynamicAnchor = JSONName("$dynamicAnchor")
}
