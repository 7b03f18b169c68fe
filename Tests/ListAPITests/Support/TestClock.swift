import Lists
import Synchronization

/// The machine's clock, which a test can move on.
final class TestClock: Sendable {
    private let ahead = Mutex<Int64>(0)

    /// Milliseconds since 1970, UTC.
    var now: Int64 { SystemSources.now() + ahead.withLock { $0 } }

    func pass(seconds: Int64) {
        ahead.withLock { $0 += seconds * 1_000 }
    }
}
