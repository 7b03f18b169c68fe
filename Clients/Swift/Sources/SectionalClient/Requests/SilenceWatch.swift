import Foundation

/// When something was last heard.
final class SilenceWatch: Sendable {
    private let heard = Locked(ProcessInfo.processInfo.systemUptime)

    func hear() { heard.withLock { $0 = ProcessInfo.processInfo.systemUptime } }

    /// Returns after so many seconds without ``hear()``; throws when the task is cancelled.
    func untilSilent(for seconds: TimeInterval) async throws {
        while true {
            let silence = ProcessInfo.processInfo.systemUptime - heard.withLock { $0 }
            if silence >= seconds { return }
            try await Task.sleep(nanoseconds: UInt64(max(0.01, seconds - silence) * 1_000_000_000))
        }
    }
}
