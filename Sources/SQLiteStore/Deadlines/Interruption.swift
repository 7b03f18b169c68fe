import Lists
import Synchronization

/// The time at which a store that stops breaks off what still runs. Any thread may use it.
final class Interruption: Sendable {
    static let stopping = ListError(.unavailable, "The store is closing.")
    static let tooLong = ListError(.unavailable, "The write took longer than the store lets one write take.")

    private let end = Atomic<UInt64>(.max)

    /// Sets the time; an earlier one that was set stays.
    func begin(at time: UInt64) {
        // Not the atomic minimum, which compares as if the numbers had a sign.
        if time < self.time { end.store(time, ordering: .relaxed) }
    }

    /// When work is broken off; `.max` while the store does not stop.
    var time: UInt64 { end.load(ordering: .relaxed) }

    /// Whether work is to end.
    var isOver: Bool { Uptime.now >= time }

    /// - Parameter limit: When this work is to end in any case.
    /// - Throws: ``ListError`` `unavailable` where the work is to end.
    func check(until limit: UInt64 = .max) throws {
        let now = Uptime.now
        if now >= time { throw Self.stopping }
        if now >= limit { throw Self.tooLong }
    }
}
