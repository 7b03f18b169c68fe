import CCurl

/// libcurl's handle of one transfer at a time, with what must live as long as it does.
///
/// Confined to one thread; libcurl calls back only from there.
final class EasyHandle {
    /// libcurl's code for an option that it refuses, or for the end of a transfer.
    struct Refusal: Error {
        let code: CURLcode
    }

    let pointer: UnsafeMutableRawPointer
    private var list: UnsafeMutablePointer<curl_slist>?
    /// The buffer for libcurl's error messages.
    private let message: UnsafeMutablePointer<CChar>

    init() throws(Refusal) {
        guard Self.isStarted, let pointer = curl_easy_init() else { throw Refusal(code: CURLE_FAILED_INIT) }
        self.pointer = pointer
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        shim_set_pointer(pointer, CURLOPT_ERRORBUFFER, message)
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(list)
        message.deallocate()
    }

    /// Whether libcurl is ready. It wants this asked once, before anything else.
    static let isStarted = shim_global_init() == CURLE_OK

    /// The response's status; 0 before there is one.
    var status: Int { shim_response_code(pointer) }

    /// Forgets the message of the transfer before.
    func clearMessage() { message.pointee = 0 }

    /// The reason of a code in libcurl's words: those of the transfer where it has said some.
    func message(of code: CURLcode) -> String {
        let text = String(cString: message)
        return text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    }

    func set(_ option: CURLoption, _ text: String) throws(Refusal) {
        try Self.check(shim_set_text(pointer, option, text))
    }

    func set(_ option: CURLoption, _ number: Int) throws(Refusal) {
        try Self.check(shim_set_long(pointer, option, number))
    }

    /// Sets a callback and what it is called with.
    func set(
        _ function: CURLoption, _ callback: @escaping shim_transfer, _ data: CURLoption, _ context: UnsafeMutableRawPointer
    ) throws(Refusal) {
        try Self.check(shim_set_transfer(pointer, function, callback))
        try set(data, context)
    }

    /// Sets what a callback is called with.
    func set(_ data: CURLoption, _ context: UnsafeMutableRawPointer) throws(Refusal) {
        try Self.check(shim_set_pointer(pointer, data, context))
    }

    /// Replaces the header lines. No transfer may be on its way.
    func set(headers: [String]) throws(Refusal) {
        let old = list
        list = nil
        defer { curl_slist_free_all(old) }
        for header in headers {
            guard let longer = curl_slist_append(list, header) else { throw Refusal(code: CURLE_OUT_OF_MEMORY) }
            list = longer
        }
        try Self.check(shim_set_list(pointer, CURLOPT_HTTPHEADER, list))
    }

    static func check(_ code: CURLcode) throws(Refusal) {
        if code != CURLE_OK { throw Refusal(code: code) }
    }
}
