import ASCII
public import HTTPServing
import HTTPTypes
public import Webhooks
import Wire

/// The addresses that requests come from, behind proxies that the operator trusts.
public struct ClientAddresses: Sendable {
    /// Forwarded addresses that are looked at, at most: the nearest ones.
    private static let most = 16

    private let proxies: [AddressBlock]

    /// - Parameter proxies: Where trusted proxies connect from. Only what they add themselves is believed.
    public init(trusting proxies: [AddressBlock]) {
        self.proxies = proxies
    }

    /// The address that a trusted proxy forwards a request for: the rightmost of `X-Forwarded-For`, or else of `Forwarded` (RFC 7239), that is
    /// not a trusted proxy's. `nil` where the peer is no trusted proxy, or names no address.
    public func forwarded(_ request: Request) -> PeerAddress? {
        guard !proxies.isEmpty, let peer = request.peer, isTrusted(peer.address) else { return nil }
        var found: IPAddress?
        for text in Self.chain(of: request).reversed().prefix(Self.most) {
            guard let address = Self.address(text) else { break }
            found = address
            if !isTrusted(address) { break }
        }
        return found.map { PeerAddress($0) }
    }

    /// The address that limits count by: the forwarded one, else the peer's.
    func client(_ request: Request) -> PeerAddress? { forwarded(request) ?? request.peer }

    private func isTrusted(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }

    /// The forwarded nodes, the nearest one last.
    private static func chain(of request: Request) -> [Substring] {
        if let value = request.headers[.xForwardedFor] {
            return HeaderElements.split(value[...].utf8, at: ",").map { Substring($0) }
        }
        guard let value = request.headers[.forwarded] else { return [] }
        return HeaderElements.split(value[...].utf8, at: ",").map { element in
            let pairs = HeaderElements.split(element, at: ";")
            guard let pair = pairs.first(where: { ASCII.isEqual($0.prefix(4), toLowercase: "for=") }) else { return "" }
            let (node, quote) = (pair.dropFirst(4), UInt8(ascii: "\""))
            return Substring(node.first == quote && node.last == quote && node.count > 1 ? node.dropFirst().dropLast() : node)
        }
    }

    /// An address with or without a port; one of version 6 that has a port stands in brackets.
    private static func address(_ text: Substring) -> IPAddress? {
        if text.first == "[" { return IPAddress(String(text.dropFirst().prefix { $0 != "]" })) }
        if let address = IPAddress(String(text)) { return address }
        return IPAddress(String(text.prefix { $0 != ":" }))
    }
}

extension PeerAddress {
    init(_ address: IPAddress) {
        switch address {
        case .v4(let bits): self.init(version4: bits)
        case .v6(let high, let low): self.init(high: high, low: low)
        }
    }

    /// The same address; a mapped one is of version 4.
    fileprivate var address: IPAddress {
        version4.map { .v4($0) } ?? IPAddress(description) ?? .v6(high: 0, low: 0)
    }
}
