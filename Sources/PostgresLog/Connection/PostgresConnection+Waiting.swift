import CPostgreSQL

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension PostgresConnection {
    /// Starts to connect; the rest is for `PQconnectPoll`.
    static func start(_ parameters: [String: String]) -> OpaquePointer? {
        let sorted = parameters.sorted { $0.key < $1.key }
        var keywords: [UnsafePointer<CChar>?] = sorted.map { UnsafePointer(strdup($0.key)) } + [nil]
        var values: [UnsafePointer<CChar>?] = sorted.map { UnsafePointer(strdup($0.value)) } + [nil]
        defer { for text in keywords + values { free(UnsafeMutableRawPointer(mutating: text)) } }
        return PQconnectStartParams(&keywords, &values, 0)
    }

    /// Waits for the connection's socket, or for another descriptor to have something to read.
    ///
    /// - Returns: `false` where the time is up.
    static func wait(_ socket: Int32, for events: Int32, or other: Int32 = -1, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = deadline - .now
            guard left > .zero else { return false }
            let milliseconds = left / .milliseconds(1)
            var entries = [pollfd(fd: socket, events: Int16(events), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0)]
            let count = poll(&entries, other < 0 ? 1 : 2, Int32(min(milliseconds.rounded(.up), 3_600_000)))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
    }
}

extension PostgresStep {
    /// Puts the statement into the library's buffer.
    ///
    /// - Returns: Whether the connection takes it.
    func send(on handle: OpaquePointer) -> Bool {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for value in values {
            offsets.append(bytes.count)
            value.append(to: &bytes)
        }
        let ends = offsets.dropFirst() + [bytes.count]
        let lengths = zip(offsets, ends).map { Int32(clamping: $1 - $0) }
        // A pointer that is null would be a null value; so there is always a byte to point to.
        bytes.append(0)
        let formats = [Int32](repeating: 1, count: values.count)
        return bytes.withUnsafeBytes { buffer in
            let pointers = offsets.map { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            let count = Int32(clamping: values.count)
            guard let name else { return PQsendQueryParams(handle, text, count, nil, pointers, lengths, formats, 1) == 1 }
            return PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 1) == 1
        }
    }
}
