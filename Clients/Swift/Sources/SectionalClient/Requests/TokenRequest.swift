/// Why a token is asked for.
public enum TokenRequest: Sendable, Hashable {
    /// A request is about to be sent.
    case next
    /// The server has refused this token: it is over, or was taken back.
    case refused(String)
}
