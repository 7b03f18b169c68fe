import CCurl

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A handle for one transfer at a time, and what its callbacks work with.
///
/// Constant options are set once. Confined to the engine's thread.
final class Transfer {
    private(set) var id: Int64 = 0
    private let easy: EasyHandle
    private let refuse: AddressCheck
    /// Bytes of the body that libcurl has a copy of.
    private(set) var bodyBytes = 0
    private var collector = ResponseCollector()
    /// Why an address was not connected to, or a request not sent.
    private var refusal: String?
    /// Whether the request was sent.
    private var hasSent = false

    init(settings: TransferSettings, refuse: @escaping AddressCheck) throws(EasyHandle.Refusal) {
        easy = try EasyHandle()
        self.refuse = refuse
        try set(settings)
        try setCallbacks()
    }

    var handle: UnsafeMutableRawPointer { easy.pointer }

    /// Sets what is sent. Nothing may be on its way.
    func begin(_ request: TransferRequest) throws(EasyHandle.Refusal) {
        id = request.id
        collector = ResponseCollector()
        refusal = nil
        hasSent = false
        easy.clearMessage()
        try set(request)
    }

    /// How it has ended.
    ///
    /// - Parameter code: The code of libcurl.
    func end(_ code: CURLcode) -> TransferEnd {
        TransferEnd(id: id, durationMilliseconds: Int64(shim_total_microseconds(handle) / 1_000), result: result(code))
    }

    private func result(_ code: CURLcode) -> Result<TransferEnd.Response, TransferFailure> {
        if let response = collector.response { return .success(response) }
        if collector.hasTooManyHeaders {
            return .failure(TransferFailure(message: "The answer's headers are longer than \(ResponseCollector.headerLimit) bytes."))
        }
        if let refusal { return .failure(TransferFailure(message: refusal)) }
        return .failure(TransferFailure(message: easy.message(of: code)))
    }

    /// Whether a request may be sent to an address: one for each transfer. libcurl would send it again, up to five times, where a connection that
    /// was used before ends without an answer. The receiver may have taken the first, so each is an attempt of its own. A connection that stands
    /// from an earlier transfer may lead to an address that is no longer allowed.
    func beginRequest(to address: String) -> Bool {
        guard !hasSent else {
            refusal = "The connection ended before an answer came."
            return false
        }
        refusal = refuse(address)
        hasSent = refusal == nil
        return hasSent
    }

    /// Opens the socket for a connection, or refuses the address.
    func openSocket(for address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let target = Self.text(of: address) else {
            refusal = "The host resolves to something that is no internet address."
            return CURL_SOCKET_BAD
        }
        refusal = refuse(target)
        guard refusal == nil else { return CURL_SOCKET_BAD }
        return socket(address.pointee.family, address.pointee.socktype | Self.closesOnExec, address.pointee.protocol)
    }

    /// An address that libcurl is about to connect to, as its numbers are written; `nil` for what is no internet address.
    private static func text(of address: UnsafeMutablePointer<curl_sockaddr>) -> String? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // libcurl keeps the whole address there, of which the declared field is the beginning.
        let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + offset, count: Int(address.pointee.addrlen))
        let start: Int? =
            switch address.pointee.family {
            case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size: MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
            case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size: MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
            default: nil
            }
        guard let start, let base = bytes.baseAddress else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            inet_ntop(address.pointee.family, base + start, text.baseAddress, socklen_t(text.count)).map { String(cString: $0) }
        }
    }

    #if canImport(Darwin)
        private static let closesOnExec: Int32 = 0
    #else
        private static let closesOnExec = Int32(SOCK_CLOEXEC.rawValue)
    #endif

    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool { collector.takeHeader(line) }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool { collector.takeBody(bytes) }

    private func set(_ request: TransferRequest) throws(EasyHandle.Refusal) {
        try easy.set(CURLOPT_URL, request.url)
        try EasyHandle.check(request.body.withUnsafeBytes { shim_set_body(handle, $0.baseAddress, $0.count) })
        bodyBytes = request.body.count
        // libcurl's own `Expect: 100-continue` would make a receiver that knows nothing of it wait for a second.
        try easy.set(headers: request.headers.map { $0.name + ": " + $0.value } + ["Expect:"])
    }

    private func set(_ settings: TransferSettings) throws(EasyHandle.Refusal) {
        try easy.set(CURLOPT_USERAGENT, settings.userAgent)
        try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // An empty name is what turns the environment's proxies off.
        try easy.set(CURLOPT_PROXY, "")
        try easy.set(CURLOPT_NOPROXY, "*")
        if let certificates = settings.certificates { try easy.set(CURLOPT_CAINFO, certificates) }
        // To libcurl 0 is no bound.
        let timeout = max(1, settings.timeout)
        let numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_TIMEOUT_MS, timeout), (CURLOPT_CONNECTTIMEOUT_MS, max(1, min(timeout, settings.connectTimeout))),
            // Else the end of a transfer waits for the thread that still looks its host's name up.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        for (option, number) in numbers { try easy.set(option, number) }
    }

    private func setCallbacks() throws(EasyHandle.Refusal) {
        // Not retained: the handle goes when this does.
        let context = Unmanaged.passUnretained(self).toOpaque()
        try EasyHandle.check(shim_set_open_socket(handle, openGuardedSocket))
        try easy.set(CURLOPT_OPENSOCKETDATA, context)
        try EasyHandle.check(shim_set_request_check(handle, checkRequest))
        try easy.set(CURLOPT_PREREQDATA, context)
        try easy.set(CURLOPT_HEADERFUNCTION, takeResponseHeader, CURLOPT_HEADERDATA, context)
        try easy.set(CURLOPT_WRITEFUNCTION, takeResponseBody, CURLOPT_WRITEDATA, context)
    }
}
