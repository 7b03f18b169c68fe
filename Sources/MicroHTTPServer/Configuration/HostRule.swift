import HTTPServing

/// Which values of `Host` a server answers to.
///
/// The rule sees a value that can be a host with or without a port, without white space around it, and decides on the server's own
/// threads, for each request: it compares bytes and makes nothing.
public struct HostRule: Sendable {
    public typealias Accepts = @Sendable (UnsafeRawBufferPointer) -> Bool

    /// Accepts every host, and costs nothing.
    public static let any = HostRule(nil)

    private let accepts: Accepts?

    public init(_ accepts: @escaping Accepts) {
        self.accepts = accepts
    }

    private init(_ accepts: Accepts?) {
        self.accepts = accepts
    }

    /// Whether a request for this host is answered.
    ///
    /// - Parameters:
    ///   - host: The value of `Host`, without blanks behind it; `nil` where an HTTP/1.0 request has none, which is accepted: no browser sends that.
    ///   - target: The bytes of the request's target. The host of an absolute form counts, too (RFC 9112, 3.2.2).
    @inline(__always)
    func accepts(_ host: UnsafeRawBufferPointer?, target: UnsafeRawBufferPointer) -> Bool {
        guard let accepts else { return true }
        if target.first != UInt8(ascii: "/"), let authority = Self.authority(of: target), !accepts(authority) { return false }
        guard let host else { return true }
        return accepts(host)
    }

    /// The authority of an absolute form, between `//` and the path; `nil` for another form.
    private static func authority(of target: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")), target.count >= colon + 3,
            target[colon + 1] == UInt8(ascii: "/"), target[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        let rest = target[(colon + 3)...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        return UnsafeRawBufferPointer(rebasing: rest[..<end])
    }
}
