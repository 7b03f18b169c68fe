import HTTPClient

extension ServerAddress {
    /// Seconds to connect, and seconds without a byte.
    private static let patience = 3

    /// Asks the server how it is.
    ///
    /// - Parameters:
    ///   - alive: Whether an answer is enough, be its database readable or not.
    ///   - headers: Header lines that the request has beside those of every request.
    /// - Throws: ``CommandFailure`` where it answers that it is not, or not in time.
    public func checkHealth(alive: Bool, headers: [String]) throws(CommandFailure) {
        var request = request("GET", path: alive ? "/healthz" : "/readyz", headers: headers)
        request.connectSeconds = Self.patience
        request.silentSeconds = Self.patience
        // The server is on this machine, or on a network of the operator's own: a proxy's answer says nothing about it.
        request.ignoresProxies = true
        _ = try success(of: request)
    }
}
