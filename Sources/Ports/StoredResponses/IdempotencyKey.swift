/// The name that a client gives a write so that it is done once, however often it is sent: 1 to 255 visible ASCII characters.
///
/// Keys of different spaces are never equal, whatever their texts are.
public struct IdempotencyKey: Hashable, Sendable {
    /// The client's text, behind its space and a blank where the key has a space. No client's text holds a blank.
    public let text: String
    /// Names whose key it is; empty for the one space of a server without tokens.
    public let space: String

    /// - Parameters:
    ///   - text: The client's text. The result is `nil` if it is empty, too long, or holds a blank, a control character or anything beyond
    ///     ASCII.
    ///   - space: Visible ASCII characters that name the space; empty for the one space of a server without tokens.
    public init?(_ text: String, space: String = "") {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.space = space
        self.text = space.isEmpty ? text : "\(space) \(text)"
    }
}
