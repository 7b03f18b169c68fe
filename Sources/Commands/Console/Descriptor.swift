#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writing to a file descriptor.
public enum Descriptor {
    /// Writes all of it.
    ///
    /// - Returns: how many bytes went out, and `errno` where that is not all.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (count: Int, error: Int32?) {
        var written = 0
        while written < bytes.count {
            let count = writeOnce(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (written, count < 0 ? errno : ENOSPC) }
            written += count
        }
        return (written, nil)
    }

    /// Reads to the end, a number of bytes at most.
    ///
    /// - Returns: the bytes, and `errno` when reading failed.
    public static func read(from descriptor: Int32, limit: Int) -> (bytes: [UInt8], error: Int32?) {
        var error: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            while filled < limit {
                let count = readOnce(descriptor, buffer.baseAddress.map { $0 + filled }, limit - filled)
                if count < 0, errno == EINTR { continue }
                if count < 0 { error = errno }
                guard count > 0 else { return }
                filled += count
            }
        }
        return (bytes, error)
    }

    /// The message of an `errno`.
    public static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

// The system's own calls, by names that the type has not.

private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }

private func readOnce(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, bytes, count) }
