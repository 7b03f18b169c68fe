import Synchronization

/// Deferred answers that a test completes when it likes.
final class WaitingAnswers: Sendable {
    private let answers = Mutex<[@Sendable () -> Void]>([])

    var count: Int { answers.withLock { $0.count } }

    func add(_ complete: @escaping @Sendable () -> Void) {
        answers.withLock { $0.append(complete) }
    }

    /// Completes all, in an order of its own.
    func completeAll() {
        let all = answers.withLock { answers in
            defer { answers = [] }
            return answers
        }
        for complete in all.shuffled() { complete() }
    }
}
