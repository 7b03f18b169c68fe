import Glibc

/// Writing to a file descriptor.
enum Descriptor {
    /// Writes all of it.
    ///
    /// - Returns: how many bytes went out, and `errno` where that is not all.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (count: Int, error: Int32?) {
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (written, count < 0 ? errno : ENOSPC) }
            written += count
        }
        return (written, nil)
    }

    /// What an `errno` says.
    static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
