/// A JSON value under edit: its parts can be changed in their places, and all others keep their text. Confined to one thread.
final class JSONNode {
    enum Content {
        /// A string, a number, a bool or null, as text.
        case scalar(JSONValue)
        case array([JSONNode])
        case object(JSONMembers)
    }

    var content: Content

    init(_ content: Content) {
        self.content = content
    }

    /// Takes a validated value apart, in linear time.
    convenience init(_ value: JSONValue) {
        let content = UTF8Text.withBytes(of: value.text) { bytes -> Content in
            // Only text that was never validated can fail to be read.
            guard var reader = try? JSONReader(bytes), let root = try? JSONNode(reading: &reader, in: bytes) else { return .scalar(value) }
            return root.content
        }
        self.init(content)
    }

    /// Reads the value that comes next; as deep as it is nested, which validation bounds.
    private convenience init(reading reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        switch try reader.peekKind() {
        case .array:
            var elements: [JSONNode] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try JSONNode(reading: &reader, in: bytes)) }
            self.init(.array(elements))
        case .object:
            var members = JSONMembers()
            try reader.beginObject()
            while let (key, text) = try reader.nextKeyAndText() {
                let keyText = String(decoding: UnsafeBufferPointer(rebasing: bytes[text]), as: UTF8.self)
                members.append(try JSONNode(reading: &reader, in: bytes), key: key, keyText: keyText)
            }
            self.init(.object(members))
        default: self.init(.scalar(try reader.readValue()))
        }
    }

    /// The value, where it is no array and no object.
    var scalar: JSONValue? {
        guard case .scalar(let value) = content else { return nil }
        return value
    }

    /// The whole value as text.
    var value: JSONValue {
        var output: [UInt8] = []
        append(to: &output)
        return JSONValue(verbatim: String(decoding: output, as: UTF8.self))
    }

    /// How many values it is made of, itself among them.
    var count: Int {
        switch content {
        case .scalar: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .object(let members): members.nodes.reduce(1) { $0 + $1.count }
        }
    }

    /// How deep the value is nested: 0 for one that is no array and no object.
    var depth: Int {
        switch content {
        case .scalar: 0
        case .array(let elements): 1 + elements.reduce(0) { max($0, $1.depth) }
        case .object(let members): 1 + members.nodes.reduce(0) { max($0, $1.depth) }
        }
    }

    private func append(to output: inout [UInt8]) {
        switch content {
        case .scalar(let value): JSONText.append(value, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.append(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            members.forEach { keyText, node in
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                JSONText.append(verbatim: keyText, to: &output)
                output.append(UInt8(ascii: ":"))
                node.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }
}
