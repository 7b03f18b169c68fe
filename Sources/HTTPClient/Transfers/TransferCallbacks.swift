import CCurl

/// libcurl's opener of sockets.
nonisolated func openGuardedSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address else { return CURL_SOCKET_BAD }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().openSocket(for: address)
}

/// libcurl's question before each request over a connection.
nonisolated func checkRequest(
    _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?, _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32,
    _ localPort: Int32
) -> Int32 {
    guard let context, let remote else { return CURL_PREREQFUNC_ABORT }
    let mayGo = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().beginRequest(to: String(cString: remote))
    return mayGo ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// libcurl's reader of header lines; taking fewer bytes than were given ends the transfer.
nonisolated func takeResponseHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context, count > 0 else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size &* count)) ? size &* count : 0
}

/// libcurl's reader of the body; taking fewer bytes than were given ends the transfer.
nonisolated func takeResponseBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context, count > 0 else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size &* count)) ? size &* count : 0
}
