import HTTPTypes

/// A few headers of a request, which outlive it.
struct KeptHeaders: RequestHeaders {
    private let values: [(name: HTTPField.Name, value: String)]
    let peer: PeerAddress?

    init(_ headers: any RequestHeaders, _ names: [HTTPField.Name]) {
        values = names.compactMap { name in headers[name].map { (name, $0) } }
        peer = headers.peer
    }

    subscript(_ name: HTTPField.Name) -> String? { values.first { $0.name == name }?.value }
}

extension Request {
    /// The request without its body, and of its headers these alone; it may be looked at when it has ended.
    func keeping(_ names: [HTTPField.Name]) -> Request {
        var kept = Request(method: method, target: target, headers: KeptHeaders(head, names), id: id)
        kept.match = match
        kept.principal = principal
        kept.forwardedPeer = forwardedPeer
        kept.arrival = arrival
        return kept
    }
}
