import Foundations
public import HTTPServing
import HTTPTypes
public import Webhooks
import Wire

/// The header in which trusted proxies name the client's address.
public enum ForwardedHeader: String, Sendable, CaseIterable {
    /// The one that is there. Where both are, one is the client's own, and nobody knows which: neither is believed.
    case either
    case xForwardedFor = "X-Forwarded-For"
    /// The header of RFC 7239.
    case forwarded = "Forwarded"
}

/// The addresses that requests come from, behind proxies that the operator trusts.
public struct ClientAddresses: Sendable {
    /// Forwarded addresses that are looked at, at most: the nearest ones.
    private static let most = 16

    private let proxies: [AddressBlock]
    private let header: ForwardedHeader

    /// - Parameters:
    ///   - proxies: Where trusted proxies connect from. Only what they add themselves is believed.
    ///   - header: Where they add it. A proxy passes the other header on as its client wrote it.
    public init(trusting proxies: [AddressBlock], in header: ForwardedHeader = .either) {
        self.proxies = proxies
        self.header = header
    }

    var hasProxies: Bool { !proxies.isEmpty }

    /// The address that a trusted proxy forwards a request for: the rightmost of the believed header that is not a trusted proxy's. `nil` where the peer is no trusted proxy, or names no address.
    public func forwarded(_ request: Request) -> PeerAddress? {
        guard !proxies.isEmpty, let peer = request.peer, isTrusted(peer.address) else { return nil }
        var found: IPAddress?
        for text in chain(of: request).reversed().prefix(Self.most) {
            guard let address = Self.address(text) else { break }
            found = address
            if !isTrusted(address) { break }
        }
        return found.map { PeerAddress($0) }
    }

    private func isTrusted(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }

    /// The forwarded nodes, the nearest one last.
    private func chain(of request: Request) -> [Substring] {
        let plain = header == .forwarded ? nil : request.headers[.xForwardedFor]
        let forwarded = header == .xForwardedFor ? nil : request.headers[.forwarded]
        switch (plain, forwarded) {
        case (let value?, nil): return HeaderElements.split(value[...].utf8, at: ",").map { Substring($0) }
        case (nil, let value?): return Self.nodes(value)
        case (nil, nil), (_?, _?): return []
        }
    }

    /// The nodes of `Forwarded`.
    private static func nodes(_ value: String) -> [Substring] {
        HeaderElements.split(value[...].utf8, at: ",").map { element in
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
