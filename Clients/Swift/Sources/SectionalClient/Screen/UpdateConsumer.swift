/// Whoever takes the updates of a list: the newest sequence that has asked for one. An older sequence ends.
@MainActor
final class UpdateConsumer {
    private var made = 0
    private var newest = 0
    private var calls = 0
    private var waiting: CheckedContinuation<Void, Never>?

    /// The number of a new sequence.
    func makeSequence() -> Int {
        made += 1
        return made
    }

    /// The next update of a sequence.
    ///
    /// - Parameters:
    ///   - begin: Called before the first look.
    ///   - take: Takes an update if there is one; called again after each ``wake()``.
    /// - Returns: Nil when the task is cancelled, or when somebody else has asked since.
    func next<Update>(of sequence: Int, begin: () -> Void = {}, take: () -> Update?) async -> Update? {
        guard sequence >= newest else { return nil }
        newest = sequence
        calls += 1
        let own = calls
        // An earlier consumer sees that it is not the last any more.
        wake()
        begin()
        while !Task.isCancelled, own == calls {
            if let update = take() { return update }
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting = $0 }
            } onCancel: {
                Task { @MainActor [weak self] in self?.wake() }
            }
        }
        return nil
    }

    func wake() {
        waiting?.resume()
        waiting = nil
    }
}
