import Synchronization
import Webhooks

/// A look-up that has not been answered yet. The first answer counts.
final class PendingResolution: Sendable {
    let host: String
    private let completion: Mutex<(@Sendable ([IPAddress]) -> Void)?>

    init(host: String, _ completion: @escaping @Sendable ([IPAddress]) -> Void) {
        self.host = host
        self.completion = Mutex(completion)
    }

    /// Whether nobody has answered.
    var isWaiting: Bool { completion.withLock { $0 != nil } }

    func answer(_ addresses: [IPAddress]) {
        let first = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        first?(addresses)
    }
}
