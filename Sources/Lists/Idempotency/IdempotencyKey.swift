/// The name that a client gives a write so that it is done once, however often it is sent: 1 to 255 visible ASCII characters.
///
/// All clients of a server share one space of keys.
public struct IdempotencyKey: Hashable, Sendable {
    public let text: String

    /// `nil` where the text is empty, too long, or holds a space, a control character or anything beyond ASCII.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.text = text
    }
}
