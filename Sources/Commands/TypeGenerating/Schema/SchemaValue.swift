import JSON

/// A schema's JSON, taken apart. Numbers, strings and the like stay text.
indirect enum SchemaValue: Sendable {
    struct Member: Sendable {
        let key: String
        let value: SchemaValue
    }

    case object([Member])
    case array([SchemaValue])
    case text(JSONText)

    /// The schema that takes everything.
    static let free = SchemaValue.object([])

    /// - Returns: `nil` for what is no JSON.
    init?(_ value: JSONText) {
        let read = try? JSONReader.read(value.text.utf8.span) { reader throws(JSONSyntaxError) in
            let value = try SchemaValue(reading: &reader)
            try reader.readEnd()
            return value
        }
        guard let read else { return nil }
        self = read
    }

    /// Reads the value that comes next; as deep as it is nested, which the reader bounds.
    private init(reading reader: inout JSONReader) throws(JSONSyntaxError) {
        switch try reader.peekKind() {
        case .object:
            var members: [Member] = []
            try reader.beginObject()
            while let key = try reader.nextKey() { members.append(Member(key: key, value: try SchemaValue(reading: &reader))) }
            self = .object(members)
        case .array:
            var elements: [SchemaValue] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try SchemaValue(reading: &reader)) }
            self = .array(elements)
        default: self = .text(try reader.readValue())
        }
    }

    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    var elements: [SchemaValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// A member of an object.
    subscript(_ key: String) -> SchemaValue? { members.first { UTF8Text.areEqual($0.key, key) }?.value }

    func has(_ keys: String...) -> Bool { keys.contains { self[$0] != nil } }

    /// The characters of a string; `nil` for anything else.
    var string: String? {
        if case .text(let value) = self { value.stringContent } else { nil }
    }

    /// A string, a number, a bool or null; `nil` for a container.
    var scalar: JSONText? {
        if case .text(let value) = self { value } else { nil }
    }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }
}
