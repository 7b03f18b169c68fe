#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A TCP socket whose calls do not wait, and that no child process inherits; below zero, with `errno`, where the system has none.
func openSocket(family: Int32) -> Int32 {
    #if canImport(Darwin)
        let descriptor = socket(family, SOCK_STREAM, 0)
        guard descriptor >= 0 else { return descriptor }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    #else
        return socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    #endif
}

/// Writes what a socket takes without waiting. No signal comes of it: where the call cannot ask for that, the program ignores `SIGPIPE`.
func sendAtOnce(_ bytes: UnsafeRawBufferPointer, to socket: Int32) {
    #if canImport(Darwin)
        let flags = MSG_DONTWAIT
    #else
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #endif
    _ = send(socket, bytes.baseAddress, bytes.count, flags)
}

func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
}
