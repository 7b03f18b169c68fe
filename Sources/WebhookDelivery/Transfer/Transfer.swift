import CCurl
import Webhooks

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// libcurl's handle of one transfer at a time, and what its callbacks work with.
///
/// Constant options are set once. Confined to the engine's thread; libcurl calls back only from there. Memory that libcurl points to lives as
/// long as the handle.
final class Transfer {
    private(set) var id: Int64 = 0
    let handle: UnsafeMutableRawPointer
    private let addressGuard: AddressGuard
    /// Bytes of the body that libcurl has a copy of.
    private(set) var bodyBytes = 0
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// The buffer for libcurl's error messages.
    private let message: UnsafeMutablePointer<CChar>
    private var collector = ResponseCollector()
    /// Why an address was not connected to, or a request not sent.
    private var refusal: String?
    /// Whether the request was sent.
    private var hasSent = false

    init(settings: TransferSettings, addressGuard: AddressGuard) throws(TransferFailure) {
        guard let handle = curl_easy_init() else { throw Self.failure(CURLE_FAILED_INIT) }
        self.handle = handle
        self.addressGuard = addressGuard
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try set(settings)
        try setCallbacks()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        message.deallocate()
    }

    /// Sets what is sent. Nothing may be on its way.
    func begin(_ request: TransferRequest) throws(TransferFailure) {
        id = request.id
        collector = ResponseCollector()
        refusal = nil
        hasSent = false
        message.pointee = 0
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
        let text = String(cString: message)
        return .failure(text.isEmpty ? Self.failure(code) : TransferFailure(message: text))
    }

    /// Whether a request may be sent to an address: one for each transfer. libcurl would send it again, up to five times, where a connection that
    /// was used before ends without an answer. The receiver may have taken the first, so each is an attempt of its own. A connection that stands
    /// from an earlier transfer may lead to an address that is no longer allowed.
    func beginRequest(to address: String) -> Bool {
        guard !hasSent else {
            refusal = "The connection ended before an answer came."
            return false
        }
        guard let target = IPAddress(address) else {
            refusal = "The connection leads to something that is no internet address."
            return false
        }
        refusal = addressGuard.refusal(of: target)
        hasSent = refusal == nil
        return hasSent
    }

    /// Opens the socket for a connection, or refuses the address.
    func openSocket(for address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let target = IPAddress(connecting: address) else {
            refusal = "The host resolves to something that is no internet address."
            return CURL_SOCKET_BAD
        }
        if let reason = addressGuard.refusal(of: target) {
            refusal = reason
            return CURL_SOCKET_BAD
        }
        return socket(address.pointee.family, address.pointee.socktype | Self.closesOnExec, address.pointee.protocol)
    }

    #if canImport(Darwin)
        private static let closesOnExec: Int32 = 0
    #else
        private static let closesOnExec = Int32(SOCK_CLOEXEC.rawValue)
    #endif

    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool { collector.takeHeader(line) }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool { collector.takeBody(bytes) }

    private func set(_ request: TransferRequest) throws(TransferFailure) {
        try check(shim_set_text(handle, CURLOPT_URL, request.url))
        try check(request.body.withUnsafeBytes { shim_set_body(handle, $0.baseAddress, $0.count) })
        bodyBytes = request.body.count
        let old = headers
        headers = nil
        defer { curl_slist_free_all(old) }
        // libcurl's own `Expect: 100-continue` would make a receiver that knows nothing of it wait for a second.
        for line in request.headers.map({ $0.name + ": " + $0.value }) + ["Expect:"] {
            guard let longer = curl_slist_append(headers, line) else { throw Self.failure(CURLE_OUT_OF_MEMORY) }
            headers = longer
        }
        try check(shim_set_list(handle, CURLOPT_HTTPHEADER, headers))
    }

    private func set(_ settings: TransferSettings) throws(TransferFailure) {
        try check(shim_set_text(handle, CURLOPT_USERAGENT, settings.userAgent))
        try check(shim_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"))
        // An empty name is what turns the environment's proxies off.
        try check(shim_set_text(handle, CURLOPT_PROXY, ""))
        try check(shim_set_text(handle, CURLOPT_NOPROXY, "*"))
        if let certificates = settings.certificates { try check(shim_set_text(handle, CURLOPT_CAINFO, certificates)) }
        // To libcurl 0 is no bound.
        let timeout = max(1, settings.timeout)
        let numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_TIMEOUT_MS, timeout), (CURLOPT_CONNECTTIMEOUT_MS, max(1, min(timeout, settings.connectTimeout))),
            // Else the end of a transfer waits for the thread that still looks its host's name up.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        for (option, number) in numbers { try check(shim_set_long(handle, option, number)) }
    }

    private func setCallbacks() throws(TransferFailure) {
        shim_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
        // Not retained: the handle goes when this does.
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(shim_set_open_socket(handle, openGuardedSocket))
        try check(shim_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context))
        try check(shim_set_request_check(handle, checkRequest))
        try check(shim_set_pointer(handle, CURLOPT_PREREQDATA, context))
        try check(shim_set_transfer(handle, CURLOPT_HEADERFUNCTION, takeResponseHeader))
        try check(shim_set_pointer(handle, CURLOPT_HEADERDATA, context))
        try check(shim_set_transfer(handle, CURLOPT_WRITEFUNCTION, takeResponseBody))
        try check(shim_set_pointer(handle, CURLOPT_WRITEDATA, context))
    }

    private func check(_ code: CURLcode) throws(TransferFailure) {
        if code != CURLE_OK { throw Self.failure(code) }
    }

    private static func failure(_ code: CURLcode) -> TransferFailure {
        TransferFailure(message: String(cString: curl_easy_strerror(code)))
    }
}

/// One `POST`, its body in memory.
struct TransferRequest: Sendable {
    /// Tells the transfer from the others that run: the delivery's number.
    var id: Int64
    var url: String
    /// Names and values, of which none holds a line end.
    var headers: [(name: String, value: String)]
    var body: [UInt8]
}
