import JSON

/// A schema within a schema's document.
struct SchemaLocation {
    let pointer: JSONPointer
    let schema: SchemaValue
    /// The source of its type's name.
    let hint: String

    /// The whole document.
    init(document: SchemaValue, hint: String) {
        self.init(pointer: .root, schema: document, hint: hint)
    }

    private init(pointer: JSONPointer, schema: SchemaValue, hint: String) {
        self.pointer = pointer
        self.schema = schema
        self.hint = hint
    }

    /// The location's name, for a table.
    var key: [UInt8] { Array(pointer.description.utf8) }

    /// The schema under a key.
    ///
    /// - Parameter hint: `nil` for this one's.
    func member(_ key: String, hint: String? = nil) -> SchemaLocation? {
        schema[key].map { SchemaLocation(pointer: pointer.appending(key), schema: $0, hint: hint ?? self.hint) }
    }

    /// The schemas in the array under a key.
    func elements(of key: String) -> [SchemaLocation] {
        (schema[key]?.elements ?? []).enumerated().map { index, element in
            SchemaLocation(pointer: pointer.appending(key).appending(index), schema: element, hint: hint)
        }
    }

    /// The properties of an object, in the order of the schema.
    var properties: [SchemaLocation] {
        let pointer = pointer.appending("properties")
        return (schema["properties"]?.members ?? []).map {
            SchemaLocation(pointer: pointer.appending($0.key), schema: $0.value, hint: $0.key)
        }
    }

    /// The location that `$ref` names within the document; `nil` for any other.
    func target(in document: SchemaValue, named rootHint: String) -> SchemaLocation? {
        guard let reference = schema["$ref"]?.string, reference.utf8.first == UInt8(ascii: "#"),
            let text = Self.decoded(reference.utf8.dropFirst()), let pointer = JSONPointer(text)
        else { return nil }
        var schema = document
        for token in pointer.tokens {
            switch schema {
            case .object: guard let next = schema[token] else { return nil }; schema = next
            case .array(let elements):
                guard let index = Int(token), elements.indices.contains(index) else { return nil }
                schema = elements[index]
            case .text: return nil
            }
        }
        return SchemaLocation(pointer: pointer, schema: schema, hint: pointer.tokens.last ?? rootHint)
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
