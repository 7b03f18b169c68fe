/// An entity tag as a header carries it (RFC 9110, 8.8.3).
public struct EntityTag: Sendable, Hashable {
    public let isWeak: Bool
    /// The text between the quotes.
    public let text: String

    public init(_ text: String, isWeak: Bool = false) {
        self.text = text
        self.isWeak = isWeak
    }

    /// Reads a strong tag that is written without its quotation marks; `nil` for what is none.
    init?(bare text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 == 0x21 || $0 > 0x22 && $0 != 0x7F }) else { return nil }
        self.init(text)
    }

    public static func == (left: EntityTag, right: EntityTag) -> Bool {
        left.isWeak == right.isWeak && left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(isWeak)
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
