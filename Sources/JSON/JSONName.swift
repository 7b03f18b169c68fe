/// A key of a JSON object, unescaped; two are the same when their UTF-8 bytes are.
public struct JSONName: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func == (left: JSONName, right: JSONName) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    public func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }
}
