import CCurl

/// libcurl's handle of one transfer, with what must live as long as it does.
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    private let operation: String
    private var list: UnsafeMutablePointer<curl_slist>?
    /// The buffer for libcurl's error messages.
    private let message: UnsafeMutablePointer<CChar>

    init(operation: String) throws(CurlFailure) {
        // libcurl wants this once, before anything else.
        let isReady = Self.start == CURLE_OK
        guard isReady, let pointer = curl_easy_init() else {
            throw CurlFailure(CURLE_FAILED_INIT, message: "", operation: operation, hasBegun: false)
        }
        self.pointer = pointer
        self.operation = operation
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        shim_set_pointer(pointer, CURLOPT_ERRORBUFFER, message)
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(list)
        message.deallocate()
    }

    private static let start = shim_global_init()

    /// The response's status; 0 before there is one.
    var status: Int { shim_response_code(pointer) }

    func perform() -> CURLcode { curl_easy_perform(pointer) }

    func set(_ option: CURLoption, _ text: String) throws(CurlFailure) {
        try check(shim_set_text(pointer, option, text))
    }

    func set(_ option: CURLoption, _ number: Int) throws(CurlFailure) {
        try check(shim_set_long(pointer, option, number))
    }

    /// Sets a callback and what it is called with.
    func set(
        _ function: CURLoption, _ callback: @escaping shim_transfer, _ data: CURLoption, _ context: UnsafeMutableRawPointer
    ) throws(CurlFailure) {
        try check(shim_set_transfer(pointer, function, callback))
        try check(shim_set_pointer(pointer, data, context))
    }

    func set(headers: [String]) throws(CurlFailure) {
        for header in headers {
            guard let longer = curl_slist_append(list, header) else { throw failure(CURLE_OUT_OF_MEMORY) }
            list = longer
        }
        try check(shim_set_list(pointer, CURLOPT_HTTPHEADER, list))
    }

    /// The failure of a code, with the request and libcurl's words.
    func failure(_ code: CURLcode) -> CurlFailure {
        CurlFailure(code, message: String(cString: message), operation: operation, hasBegun: status >= 200)
    }

    private func check(_ code: CURLcode) throws(CurlFailure) {
        if code != CURLE_OK { throw failure(code) }
    }
}
