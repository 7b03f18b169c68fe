/// A sender whose requests count together.
public enum RequestSender: Hashable, Sendable {
    /// Requests with a token of this name.
    case token(String)
    /// Requests from an address as ``PeerAddress/network`` has it; `nil` for all that came over no network.
    case network(PeerAddress?)
}
