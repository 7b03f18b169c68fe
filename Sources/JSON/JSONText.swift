/// One JSON value as the text that was sent, without its insignificant white space.
///
/// Digits, key order, escapes and everything inside strings stay as they came. Two values are equal when their texts are, byte
/// for byte: `1.0` is not `1`, and `"\u0041"` is not `"A"`.
public struct JSONText: Sendable, Hashable, CustomStringConvertible {
    /// The compact text, native UTF-8.
    public let text: String

    public static let null = JSONText(verbatim: "null")
    public static let emptyObject = JSONText(verbatim: "{}")

    /// Takes text that is known to be the compact text of a validated value, such as what a store gives back; nothing is checked.
    public init(verbatim text: String) {
        self.text = text
    }

    /// Reads a document that is one value, with white space around it or not.
    ///
    /// - Throws: the first violation of RFC 8259, or of the bounds that the contract sets: no byte order mark, no lone surrogate
    ///   escape, no key twice, no nesting deeper than 512, `envelope` aside.
    /// - Parameter envelope: Levels of nesting around the values of the document, which do not count.
    public init(validating document: Span<UInt8>, envelope: Int = 0) throws(JSONSyntaxError) {
        self = try JSONReader.read(document, envelope: envelope) { reader throws(JSONSyntaxError) in
            let value = try reader.readValue()
            try reader.readEnd()
            return value
        }
    }

    /// Reads a document that is one value.
    public init(validating document: [UInt8], envelope: Int = 0) throws(JSONSyntaxError) {
        try self.init(validating: document.span, envelope: envelope)
    }

    /// Reads a document that is one value.
    public init(validating text: String) throws(JSONSyntaxError) {
        try self.init(validating: text.utf8.span)
    }

    /// The JSON string of a text.
    public init(string: String) {
        var writer = JSONWriter()
        writer.string(string)
        self = writer.value
    }

    public var description: String { text }

    /// The length of the text in bytes.
    public var byteCount: Int { text.utf8.count }

    /// The kind of the value, by its first byte.
    public var kind: JSONKind { text.utf8.first.flatMap { JSONKind(firstByte: $0) } ?? .null }

    public var isNull: Bool { kind == .null }

    /// The text of a string value, unescaped; `nil` for any other kind.
    public var stringContent: String? {
        guard kind == .string else { return nil }
        let string = text.utf8.span
        let escaped = string.extracting(1..<max(1, string.count - 1))
        guard !JSONString.isPlain(escaped.bytes) else { return String(text.utf8.dropFirst().dropLast()) }
        var content: [UInt8] = []
        JSONString.unescape(escaped, into: &content)
        return String(decoding: content, as: UTF8.self)
    }

    public static func == (left: JSONText, right: JSONText) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    public func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }
}
