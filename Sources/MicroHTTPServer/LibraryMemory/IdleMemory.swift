import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Gives the system back the pages of a connection's memory that a stream has no use for while it waits.
///
/// The library clears half of a connection's memory when it begins to answer, and hands the rest of it to each read of a stream to be written to. What
/// lies in there between two reads is read by nobody, so whole pages of it may go: they come back as zeros at the next touch.
final class IdleMemory: Sendable {
    private static let pageSize = max(1, sysconf(Int32(_SC_PAGESIZE)))

    /// The most bytes of a read since the last release; at first all of them, which the library has touched.
    private let used = Atomic<Int>(.max)

    func noteUse(of count: Int) {
        if count > used.load(ordering: .relaxed) { used.store(count, ordering: .relaxed) }
    }

    /// Gives back whole pages inside of a buffer that is the caller's own and holds nothing, where enough of it was used for that to be worth a call.
    func release(_ buffer: UnsafeMutableRawBufferPointer) {
        guard used.load(ordering: .relaxed) > 2 * Self.pageSize, let base = buffer.baseAddress else { return }
        used.store(0, ordering: .relaxed)
        let start = (UInt(bitPattern: base) + UInt(Self.pageSize) - 1) / UInt(Self.pageSize) * UInt(Self.pageSize)
        let end = (UInt(bitPattern: base) + UInt(buffer.count)) / UInt(Self.pageSize) * UInt(Self.pageSize)
        guard start < end, let first = UnsafeMutableRawPointer(bitPattern: start) else { return }
        #if !PORTABLE_MICROHTTPD
            madvise(first, Int(end - start), Int32(MADV_DONTNEED))
        #endif
    }
}
