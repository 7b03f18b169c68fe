import Foundation

/// When something was last heard. `@unchecked`: the lock guards the time.
final class SilenceWatch: @unchecked Sendable {
    private let lock = NSLock()
    private var heard = ProcessInfo.processInfo.systemUptime

    func hear() { lock.withLock { heard = ProcessInfo.processInfo.systemUptime } }

    /// Returns after so many seconds without ``hear()``; throws when the task is cancelled.
    func untilSilent(for seconds: TimeInterval) async throws {
        while true {
            let silence = ProcessInfo.processInfo.systemUptime - lock.withLock { heard }
            if silence >= seconds { return }
            try await Task.sleep(nanoseconds: UInt64(max(0.01, seconds - silence) * 1_000_000_000))
        }
    }
}
