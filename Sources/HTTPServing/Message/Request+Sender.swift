extension Request {
    /// Its token, or the address that it came from where there is none.
    public var sender: RequestSender { principal.map { .token($0.name) } ?? .network(peer?.network) }
}
