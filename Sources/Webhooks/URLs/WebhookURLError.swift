/// Why a text is no URL that a webhook may have.
public struct WebhookURLError: Error, Hashable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// It is no URL, or one that two programs might read in two ways.
        case malformed
        /// It is a URL that is never called: another scheme than `http` and `https`, credentials, or an address with a dot behind it.
        case notAllowed
    }

    public let kind: Kind
    /// The error in words; it repeats no more of the text than one character.
    public let detail: String

    init(_ kind: Kind = .malformed, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public var description: String { detail }
}
