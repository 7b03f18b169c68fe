import JSON

/// A schema within a schema's document, or a part of one.
struct SchemaLocation {
    private let document: JSONTree
    /// The part of the document that it is.
    let part: Int
    /// The source of its type's name.
    let hint: String

    /// The whole document.
    init(document: JSONTree, hint: String) {
        self.init(document, 0, hint: hint)
    }

    private init(_ document: JSONTree, _ part: Int, hint: String) {
        self.document = document
        self.part = part
        self.hint = hint
    }

    private var node: JSONTree.Part { document[part] }

    /// The value under a key of an object.
    subscript(_ key: String) -> SchemaLocation? { member(key, hint: hint) }

    /// The schema under a key.
    func member(_ key: String, hint: String) -> SchemaLocation? {
        document.member(JSONName(key), of: part).map { SchemaLocation(document, $0, hint: hint) }
    }

    /// The same location with another source of its type's name.
    func named(_ hint: String) -> SchemaLocation { SchemaLocation(document, part, hint: hint) }

    /// The source of a name for one of several objects: its title, or a constant in it, such as that of its `kind`.
    var alternativeHint: String {
        self["title"]?.string ?? properties.lazy.compactMap { $0["const"]?.string }.first ?? hint + " option"
    }

    /// The elements of an array.
    var elements: [SchemaLocation] { node.kind == .array ? node.children.map { SchemaLocation(document, $0, hint: hint) } : [] }

    /// The schemas in the array under a key.
    func elements(of key: String) -> [SchemaLocation] { self[key]?.elements ?? [] }

    /// The keys of an object, in its order.
    var keys: [String] { node.kind == .object ? node.children.compactMap { document[$0].key?.text } : [] }

    /// The properties of an object, in the order of the schema, each with its key as its hint.
    var properties: [SchemaLocation] {
        guard let properties = self["properties"] else { return [] }
        return properties.keys.compactMap { properties.member($0, hint: $0) }
    }

    func has(_ keys: String...) -> Bool { keys.contains { self[$0] != nil } }

    /// The characters of a string; `nil` for anything else.
    var string: String? { node.kind == .string ? node.content : nil }

    /// A string, a number, a bool or null; `nil` for a container.
    var scalar: JSONText? { node.kind == .array || isObject ? nil : node.text }

    var isObject: Bool { node.kind == .object }

    /// The location that `$ref` names within the document; `nil` for any other.
    func target(named rootHint: String) -> SchemaLocation? {
        guard let reference = self["$ref"]?.string, reference.utf8.first == UInt8(ascii: "#"),
            let text = Self.decoded(reference.utf8.dropFirst()), let pointer = JSONPointer(text),
            let target = document.part(at: pointer, from: 0)
        else { return nil }
        return SchemaLocation(document, target, hint: pointer.tokens.last ?? rootHint)
    }

    /// A fragment without its percent-encoding.
    private static func decoded(_ fragment: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = fragment[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let decoded = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(decoded)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
