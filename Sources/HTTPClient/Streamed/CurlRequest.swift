import CCurl

/// One HTTP request and its response, on the caller's thread, both bodies streamed.
///
/// http and https; certificates are checked, redirects are not followed, and the proxy variables of the environment hold. There is a bound
/// on the time to connect, and on the time that the rest takes only where it is asked for.
public struct CurlRequest {
    public var method: String
    public var url: String
    /// Header lines such as `Accept: */*`; none may hold a line end.
    public var headers: [String]
    /// A file of the certificates that are trusted, in PEM; `nil` for the system's.
    public var certificates: String?
    /// Whether the response may come in gzip; what is received is decoded either way.
    public var takesGzip = false
    /// Whether the request goes to its host itself, whatever the environment's proxy variables say.
    public var ignoresProxies = false
    /// Seconds that connecting may take.
    public var connectSeconds = 30
    /// Seconds without a byte after which the transfer fails; `nil` for any number.
    public var silentSeconds: Int?

    public init(_ method: String, _ url: String, headers: [String] = []) {
        self.method = method
        self.url = url
        self.headers = headers
    }

    /// Sends the request and reads its response. Blocks until both are done.
    ///
    /// - Parameters:
    ///   - send: Fills a buffer with the next bytes of the request's body and says how many; 0 at its end. `nil` for a request without a
    ///     body. A server that refuses is not sent the rest.
    ///   - receive: Takes the next bytes of the response's body, with its status.
    /// - Returns: the response's status.
    /// - Throws: ``CurlFailure``; or what `send` or `receive` has thrown, which ends the transfer.
    public func perform(
        sending send: ((UnsafeMutableRawBufferPointer) throws -> Int)? = nil,
        receiving receive: @escaping (_ status: Int, UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int {
        let exchange = CurlExchange(send: send, receive: receive)
        // libcurl calls back only while this function waits for it.
        return try withExtendedLifetime(exchange) {
            do {
                let handle = try EasyHandle()
                exchange.handle = handle
                try set(handle, exchange)
                let result = curl_easy_perform(handle.pointer)
                if let error = exchange.error { throw error }
                try EasyHandle.check(result)
                return handle.status
            } catch let refusal as EasyHandle.Refusal {
                throw failure(refusal.code, exchange.handle)
            }
        }
    }

    private func failure(_ code: CURLcode, _ handle: EasyHandle?) -> CurlFailure {
        CurlFailure(
            code: code.rawValue, message: handle?.message(of: code) ?? String(cString: curl_easy_strerror(code)),
            operation: "\(method) \(url)", isCut: handle.map { $0.status >= 200 } ?? false)
    }

    private func set(_ handle: EasyHandle, _ exchange: CurlExchange) throws(EasyHandle.Refusal) {
        try handle.set(CURLOPT_URL, url)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_CUSTOMREQUEST, method)
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        try handle.set(CURLOPT_CONNECTTIMEOUT, connectSeconds)
        try handle.set(CURLOPT_TCP_KEEPALIVE, 1)
        if let silentSeconds {
            try handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
            try handle.set(CURLOPT_LOW_SPEED_TIME, silentSeconds)
        }
        if ignoresProxies { try handle.set(CURLOPT_NOPROXY, "*") }
        if takesGzip { try handle.set(CURLOPT_ACCEPT_ENCODING, "gzip") }
        if let certificates { try handle.set(CURLOPT_CAINFO, certificates) }
        try handle.set(headers: headers)
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        try handle.set(CURLOPT_WRITEFUNCTION, takeResponse, CURLOPT_WRITEDATA, context)
        guard exchange.sends else { return }
        try handle.set(CURLOPT_UPLOAD, 1)
        try handle.set(CURLOPT_READFUNCTION, giveBody, CURLOPT_READDATA, context)
    }
}
