import CCurl

/// Many transfers on one thread, over libcurl's multi interface; connections are used again.
///
/// Confined to one thread. The environment has no say: no proxy, no netrc, no cookies. Redirects are answers like others.
public final class TransferEngine {
    private let multi: MultiHandle
    private let settings: TransferSettings
    private let refuse: AddressCheck
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Handles for further transfers: those of transfers that were answered.
    private var idle: [Transfer] = []

    /// The most handles that wait for a further transfer.
    private static let idleLimit = 32
    /// The most bytes of a body that such a handle still has.
    private static let idleBody = 16 << 10

    /// - Parameter refuse: Asked before each connection, and before each request over one that stands.
    public init(_ multi: MultiHandle, settings: TransferSettings, refuse: @escaping AddressCheck) {
        self.multi = multi
        self.settings = settings
        self.refuse = refuse
        shim_multi_set_long(multi.pointer, CURLMOPT_MAXCONNECTS, settings.idleConnections)
    }

    deinit {
        abortAll()
    }

    /// Transfers that have been started and have not ended.
    var count: Int { transfers.count }

    /// Starts a transfer. Nothing is sent before the next ``step(waiting:)``.
    public func start(_ request: TransferRequest) throws(TransferFailure) {
        let transfer: Transfer
        do throws(EasyHandle.Refusal) {
            transfer = if let known = idle.popLast() { known } else { try Transfer(settings: settings, refuse: refuse) }
            try transfer.begin(request)
        } catch {
            throw TransferFailure(message: String(cString: curl_easy_strerror(error.code)))
        }
        let code = curl_multi_add_handle(multi.pointer, transfer.handle)
        guard code == CURLM_OK else { throw TransferFailure(message: String(cString: curl_multi_strerror(code))) }
        transfers[transfer.handle] = transfer
    }

    /// Sends and receives what can be, and waits for more to do unless a transfer has ended.
    ///
    /// - Parameter milliseconds: How long it waits at most.
    /// - Returns: The transfers that have ended.
    public func step(waiting milliseconds: Int) -> [TransferEnd] {
        perform()
        let ended = takeEnded()
        guard ended.isEmpty, milliseconds > 0 else { return ended }
        curl_multi_poll(multi.pointer, nil, 0, Int32(clamping: milliseconds), nil)
        perform()
        return takeEnded()
    }

    /// Gives up all transfers that have not ended.
    public func abortAll() {
        for transfer in transfers.values { curl_multi_remove_handle(multi.pointer, transfer.handle) }
        transfers = [:]
    }

    private func perform() {
        var running: Int32 = 0
        curl_multi_perform(multi.pointer, &running)
    }

    private func takeEnded() -> [TransferEnd] {
        var ended: [TransferEnd] = []
        var waiting: Int32 = 0
        while let message = curl_multi_info_read(multi.pointer, &waiting)?.pointee {
            guard message.msg == CURLMSG_DONE, let handle = message.easy_handle,
                let transfer = transfers.removeValue(forKey: handle)
            else { continue }
            let end = transfer.end(message.data.result)
            curl_multi_remove_handle(multi.pointer, handle)
            if case .success = end.result, idle.count < Self.idleLimit, transfer.bodyBytes <= Self.idleBody { idle.append(transfer) }
            ended.append(end)
        }
        return ended
    }
}
