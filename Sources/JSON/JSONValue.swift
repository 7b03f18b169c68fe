/// One JSON value as the text that was sent, without its insignificant white space.
///
/// Digits, key order, escapes and everything inside strings stay as they came. Two values are equal when their texts are, byte
/// for byte: `1.0` is not `1`, and `"\u0041"` is not `"A"`.
public struct JSONValue: Sendable, Hashable, CustomStringConvertible {
    /// The compact text, native UTF-8.
    public let text: String

    public static let null = JSONValue(verbatim: "null")
    public static let emptyObject = JSONValue(verbatim: "{}")

    /// Takes text that is known to be the compact text of a validated value, such as what a store gives back; nothing is checked.
    public init(verbatim text: String) {
        self.text = text
    }

    /// Reads a document that is one value, with white space around it or not.
    ///
    /// - Throws: the first violation of RFC 8259, or of the bounds that the contract sets: no byte order mark, no lone surrogate
    ///   escape, no key twice, no nesting deeper than 512, `envelope` aside.
    /// - Parameter envelope: Levels of nesting around the values of the document, which do not count.
    public init(validating bytes: UnsafeBufferPointer<UInt8>, envelope: Int = 0) throws(JSONSyntaxError) {
        var reader = try JSONReader(bytes, envelope: envelope)
        self = try reader.readValue()
        try reader.readEnd()
    }

    /// Reads a document that is one value.
    public init(validating bytes: [UInt8], envelope: Int = 0) throws(JSONSyntaxError) {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONSyntaxError) in try JSONValue(validating: buffer, envelope: envelope) }
        }
        self = try result.get()
    }

    /// Reads a document that is one value.
    public init(validating text: String) throws(JSONSyntaxError) {
        try self.init(validating: Array(text.utf8))
    }

    /// The JSON string of a text.
    public init(string: String) {
        var bytes: [UInt8] = []
        JSONText.append(string, to: &bytes)
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }

    /// The length of the text in bytes.
    public var byteCount: Int { text.utf8.count }

    /// The kind of the value, by its first byte.
    public var kind: JSONKind { text.utf8.first.flatMap { JSONKind(firstByte: $0) } ?? .null }

    public var isNull: Bool { kind == .null }

    /// What a string value says, unescaped; `nil` for any other kind.
    public var stringContent: String? {
        guard kind == .string else { return nil }
        return UTF8Text.withBytes(of: text) { bytes in
            var content: [UInt8] = []
            JSONText.unescape(bytes, 1..<max(1, bytes.count - 1), into: &content)
            return String(decoding: content, as: UTF8.self)
        }
    }

    public static func == (left: JSONValue, right: JSONValue) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    public func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }
}
