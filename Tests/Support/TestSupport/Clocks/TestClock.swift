import Synchronization

/// A clock that a test moves on.
package final class TestClock: Sendable {
    private let start: @Sendable () -> Int64
    private let passed = Atomic<Int64>(0)

    /// - Parameter start: The time without what the test lets pass, in milliseconds since 1970, UTC; stands still unless a test says otherwise.
    package init(from start: @escaping @Sendable () -> Int64 = { 1_700_000_000_000 }) {
        self.start = start
    }

    /// Milliseconds since 1970, UTC.
    package var now: Int64 { start() + passed.load(ordering: .relaxed) / 1_000_000 }

    /// Nanoseconds that the test has let pass.
    package var nanoseconds: Int64 { passed.load(ordering: .relaxed) }

    package func advance(seconds: Double) {
        passed.wrappingAdd(Int64(seconds * 1e9), ordering: .relaxed)
    }
}
