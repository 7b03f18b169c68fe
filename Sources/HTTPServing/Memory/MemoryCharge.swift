import Synchronization

/// Bytes of a ``MemoryShare``, held until nobody has this any more.
public final class MemoryCharge: Sendable {
    private let share: MemoryShare
    private let count: Atomic<Int>

    /// - Parameter count: Bytes that were taken of the share.
    init(of count: Int, in share: MemoryShare) {
        self.count = Atomic(count)
        self.share = share
    }

    deinit {
        share.release(count.load(ordering: .relaxed))
    }

    /// Takes more bytes.
    ///
    /// - Returns: `false`, and none are taken, where there is no room for them.
    public func grow(by more: Int) -> Bool {
        guard share.reserve(more) else { return false }
        count.wrappingAdd(more, ordering: .relaxed)
        return true
    }

    /// Holds so many bytes from now on, also where there is no room for them.
    public func set(to bytes: Int) {
        let more = bytes - count.exchange(bytes, ordering: .relaxed)
        if more > 0 { share.add(more) } else { share.release(-more) }
    }
}
