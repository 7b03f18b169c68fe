import Dispatch
import HTTPClient
import Lists
import Ports
import Synchronization

/// Passes news from other threads to the worker's. It is bounded by the number of webhooks, since only one write is under way.
final class DeliveryInbox: Sendable {
    /// The news since the last look.
    struct Content {
        /// The changes of the outbox.
        var change = OutboxChange()
        /// The outcome of the write.
        var written: Result<OutboxWrite.Report, any Error>?
        /// When the worker is to be done at the latest.
        var deadline: ContinuousClock.Instant?
        /// The number of the term in which the worker sends; `nil` while another process does.
        var term: Int?
        var terms = 0
    }

    private let content = Mutex(Content())
    /// The handle at which the thread waits.
    let multi: MultiHandle
    private let turn = DispatchSemaphore(value: 0)

    init(_ multi: MultiHandle) {
        self.multi = multi
    }

    /// Adds what has changed of the outbox.
    func wake(_ change: OutboxChange) {
        let isFirst = content.withLock { content in
            guard !content.change.isEmpty else {
                content.change = change
                return true
            }
            // The next write to the same list brings the very same set.
            if content.change != change { content.change.formUnion(change) }
            return false
        }
        if isFirst { multi.wake() }
    }

    /// Whether webhooks have changed since the last look.
    var hasChangedWebhooks: Bool { content.withLock { !$0.change.webhooks.isEmpty } }

    /// Adds the result of the write that is under way.
    func put(_ result: Result<OutboxWrite.Report, any Error>) {
        content.withLock { $0.written = result }
        multi.wake()
    }

    /// Asks the worker to end.
    func stop(by deadline: ContinuousClock.Instant) {
        content.withLock { $0.deadline = min($0.deadline ?? deadline, deadline) }
        turn.signal()
        multi.wake()
    }

    /// Begins a term in which the worker sends, or ends the one that runs.
    func lead(_ isLeading: Bool) {
        let isNew = content.withLock { content in
            guard isLeading != (content.term != nil) else { return false }
            if isLeading { content.terms += 1 }
            content.term = isLeading ? content.terms : nil
            return true
        }
        guard isNew else { return }
        turn.signal()
        multi.wake()
    }

    /// Waits for a term, whose worker reads all anew.
    ///
    /// - Returns: The term's number; `nil` once the worker is to end.
    func awaitTerm() -> Int? {
        while true {
            let (term, isOver) = content.withLock { content in
                if content.term != nil { content.change = OutboxChange() }
                return (content.term, content.deadline != nil)
            }
            if isOver { return nil }
            if let term { return term }
            turn.wait()
        }
    }

    /// Removes and returns the news; a deadline and the term stay.
    func take() -> Content {
        content.withLock { content in
            defer { content = Content(deadline: content.deadline, term: content.term, terms: content.terms) }
            return content
        }
    }
}
