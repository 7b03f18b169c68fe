public import HTTPTypes

/// Look-up of request headers by name, without regard to case.
public protocol RequestHeaders: Sendable {
    /// The value of a header; several lines of the same name are joined with `", "` in the order sent (RFC 9110, 5.2).
    ///
    /// `nil` when the header is absent; an empty string when it is present without a value.
    subscript(_ name: HTTPField.Name) -> String? { get }
    /// The address that the request came from; `nil` for a request that came over no network. Looked up when asked for.
    var peer: PeerAddress? { get }
    /// Whether the client is seen to be gone, so that nobody waits for the answer. For work that takes long, to be asked a few times a second:
    /// it costs system calls.
    var clientHasLeft: Bool { get }
}

extension RequestHeaders {
    public var peer: PeerAddress? { nil }
    public var clientHasLeft: Bool { false }
}

extension HTTPFields: RequestHeaders {}
