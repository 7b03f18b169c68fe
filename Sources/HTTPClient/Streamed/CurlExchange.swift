import CCurl

/// The state of one transfer's callbacks. The thread that waits for the transfer uses it.
final class CurlExchange {
    private let send: ((UnsafeMutableRawBufferPointer) throws -> Int)?
    private let receive: (Int, UnsafeRawBufferPointer) throws -> Void
    /// The transfer's handle; `nil` before there is one.
    var handle: EasyHandle?
    /// The error of a closure; it ends the transfer.
    private(set) var error: (any Error)?

    init(
        send: ((UnsafeMutableRawBufferPointer) throws -> Int)?, receive: @escaping (Int, UnsafeRawBufferPointer) throws -> Void
    ) {
        self.send = send
        self.receive = receive
    }

    var sends: Bool { send != nil }

    /// Fills the buffer; `nil` to end the transfer.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do {
            return try send?(buffer) ?? 0
        } catch {
            self.error = error
            return nil
        }
    }

    /// Takes bytes of the response; `false` to end the transfer.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do {
            try receive(handle?.status ?? 0, bytes)
            return true
        } catch {
            self.error = error
            return false
        }
    }
}

/// libcurl's reader of a request's body.
func giveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let context else { return SHIM_READER_FAILED }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size &* count)) ?? SHIM_READER_FAILED
}

/// libcurl's writer of a response's body; taking fewer bytes than were given ends the transfer.
func takeResponse(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let context, count > 0 else { return 0 }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.take(UnsafeRawBufferPointer(start: bytes, count: size &* count)) ? size &* count : 0
}
