import Lists
import Synchronization

/// The writes that wait for a long write to their list. Any thread may use it.
final class SuspendedWrites: Sendable {
    private let jobs = Mutex<[ListID: [WriteJob]]>([:])

    /// Keeps a write, unless as many as `limit` wait already.
    func add(_ job: WriteJob, of id: ListID, limit: Int) -> Bool {
        jobs.withLock { jobs in
            guard jobs.values.reduce(0, { $0 + $1.count }) < limit else { return false }
            jobs[id, default: []].append(job)
            return true
        }
    }

    /// Takes the writes to a list, in the order in which they came.
    func take(_ id: ListID) -> [WriteJob] {
        jobs.withLock { $0.removeValue(forKey: id) ?? [] }
    }

    /// Refuses the writes that have waited since before a time; all of them for `.max`.
    func refuse(arrivedBefore time: UInt64, _ error: ListError) {
        let late = jobs.withLock { jobs -> [WriteJob] in
            var late: [WriteJob] = []
            for (id, waiting) in jobs where waiting.contains(where: { $0.claim.arrival < time }) {
                late += waiting.filter { $0.claim.arrival < time }
                let rest = waiting.filter { $0.claim.arrival >= time }
                jobs[id] = rest.isEmpty ? nil : rest
            }
            return late
        }
        for job in late { job.refuse(error) }
    }
}
