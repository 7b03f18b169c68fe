import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// The callbacks of libmicrohttpd. Each recovers its context, turns pointers into buffers and calls one method.

/// A client has connected: says whether the connection is kept.
nonisolated func connectionArrives(
    context: UnsafeMutableRawPointer?, address: UnsafePointer<sockaddr>?, length: socklen_t
) -> MHD_Result {
    guard let context else { return .NO }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    return !core.isStopping && !core.waker.isOwn(address) && core.connections.accept(address: address) ? .YES : .NO
}

/// A connection begins, or its socket is about to be closed.
nonisolated func connectionChanges(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, record: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let record else { return }
    let connections = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue().connections
    if change == .CONNECTION_NOTIFY_STARTED {
        // Retained for the library, which hands it back when the connection ends.
        record.pointee = Unmanaged.passRetained(
            connections.begin(address: shim_peer(connection), socket: shim_socket(connection))
        ).toOpaque()
    } else if let opaque = record.pointee {
        record.pointee = nil
        connections.end(Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue())
    }
}

/// A request line was read: makes the exchange that the library hands to all later calls for this request.
nonisolated func exchangeBegins(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let target, let connection, let record = shim_connection_context(connection) else { return nil }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let client = Unmanaged<Connection>.fromOpaque(record).takeUnretainedValue()
    // Retained for the library; `exchangeEnds` takes it back.
    return Unmanaged.passRetained(Exchange(core: core, client: client, connection: connection, target: target)).toOpaque()
}

/// Bytes of a body in chunks were received, and are about to be read by the library.
nonisolated func chunksAreReceived(context: UnsafeMutableRawPointer?, bytes: UnsafeRawPointer?, count: Int) {
    guard let context else { return }
    // It ends the watch before it goes.
    Unmanaged<ChunkedEnd>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.read(UnsafeRawBufferPointer(start: bytes, count: count)) }
}

/// The headers, a piece of the body, or the end of the request were read, or the connection was resumed.
nonisolated func exchangeProceeds(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?, method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?, uploadCount: UnsafeMutablePointer<Int>?,
    exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let opaque = exchange?.pointee, let method, let version, let uploadCount else { return .NO }
    let piece = upload.map { UnsafeRawBufferPointer(start: $0, count: uploadCount.pointee) }
    uploadCount.pointee = 0
    // The library's reference lives until `exchangeEnds`.
    return Unmanaged<Exchange>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
        $0.proceed(method: method, version: version, piece: piece) ? .YES : .NO
    }
}

/// The request was answered or its connection has ended.
nonisolated func exchangeEnds(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let opaque = exchange?.pointee else { return }
    exchange?.pointee = nil
    // Takes back what `exchangeBegins` retained: the library calls this once for each exchange.
    Unmanaged<Exchange>.fromOpaque(opaque).takeRetainedValue().end()
}

/// A stream's next bytes are wanted.
nonisolated func streamIsRead(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, count: Int
) -> Int {
    guard let context, let buffer else { return SHIM_READER_FAILED }
    let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
    return reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

/// A streamed response is let go: takes back what its creation retained.
nonisolated func streamIsReleased(context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue().close()
}

/// A response in memory is let go: takes back what its creation retained.
nonisolated func bodyIsReleased(context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<AnyObject>.fromOpaque(context).release()
}

/// The library has something to say.
nonisolated func libraryLogs(context: UnsafeMutableRawPointer?, format: UnsafePointer<CChar>?, arguments: CVaListPointer?) {
    guard let context, let format, let arguments else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    var text = [CChar](repeating: 0, count: 512)
    let count = vsnprintf(&text, text.count, format, arguments)
    core.libraryLogged(text.prefix(max(0, min(Int(count), text.count - 1))).map { UInt8(bitPattern: $0) })
}
