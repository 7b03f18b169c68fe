import Dispatch
import Lists
import Synchronization

/// The writes that wait, bounded in number and in time.
final class WriteJobQueue: Sendable {
    private struct State {
        var jobs: [WriteJob] = []
        /// The jobs that the writer took last: it may not have begun all of them.
        var taken: [WriteJob] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether writes are still taken.
    var isOpen: Bool { state.withLock { !$0.isClosed } }

    /// Writes that wait.
    var count: Int { state.withLock { $0.jobs.count } }

    /// Adds a write, or refuses it at once.
    func add(_ job: WriteJob) {
        let (refusal, isFirst) = state.withLock { state -> (ListError?, Bool) in
            if state.isClosed { return (Interruption.stopping, false) }
            if state.jobs.count >= limit, !job.isStaged { return (ListError(.overloaded, "Too many writes are waiting."), false) }
            state.jobs.append(job)
            return (nil, state.jobs.count == 1)
        }
        if let refusal { return job.refuse(refusal) }
        if isFirst { wake.signal() }
    }

    /// Puts writes before all others that have waited longer for something else.
    func putBack(_ jobs: [WriteJob]) {
        guard !jobs.isEmpty else { return }
        state.withLock { $0.jobs.insert(contentsOf: jobs, at: 0) }
        wake.signal()
    }

    /// Refuses the writes that have waited since before a time and that the writer has not begun.
    func refuse(arrivedBefore time: UInt64, _ error: ListError) {
        let late = state.withLock { state -> [WriteJob] in
            let isLate = { (job: WriteJob) in job.hasDeadline && job.claim.arrival < time }
            guard state.jobs.contains(where: isLate) || state.taken.contains(where: isLate) else { return [] }
            let late = state.jobs.filter(isLate) + state.taken.filter(isLate)
            state.jobs.removeAll(where: isLate)
            return late
        }
        for job in late { job.refuse(error) }
    }

    /// The writes that wait, at most `limit`, as soon as there is one; none when the time is up. `nil` once the queue is closed and
    /// empty.
    func take(_ limit: Int, until deadline: DispatchTime) -> [WriteJob]? {
        var jobs = takeNow(limit)
        if let waiting = jobs, waiting.isEmpty {
            _ = wake.wait(timeout: deadline)
            jobs = takeNow(limit)
        }
        return jobs
    }

    /// The writes that wait, at most `limit`. `nil` once the queue is closed and empty.
    func takeNow(_ limit: Int) -> [WriteJob]? {
        state.withLock { state in
            state.taken = Array(state.jobs.prefix(limit))
            if state.jobs.isEmpty { return state.isClosed ? nil : [] }
            state.jobs.removeFirst(state.taken.count)
            return state.taken
        }
    }

    /// Whether it is closed, and no write waits.
    var isOver: Bool { state.withLock { $0.isClosed && $0.jobs.isEmpty } }

    /// Waits until there is a write, or until it is woken.
    func wait(until deadline: DispatchTime) { _ = wake.wait(timeout: deadline) }

    /// Wakes the writer for other work.
    func wakeWriter() { wake.signal() }

    /// Takes no more writes.
    func close() {
        state.withLock { $0.isClosed = true }
        wake.signal()
    }
}
