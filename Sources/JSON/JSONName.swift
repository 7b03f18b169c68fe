/// A key of a JSON object, unescaped; two are the same when their UTF-8 bytes are.
package struct JSONName: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: JSONName, right: JSONName) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    package func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }
}
