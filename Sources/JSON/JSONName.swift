/// A key of a JSON object, unescaped; two are the same when their UTF-8 bytes are.
struct JSONName: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: JSONName, right: JSONName) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }
}
