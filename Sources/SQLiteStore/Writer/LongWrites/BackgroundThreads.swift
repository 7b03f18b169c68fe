import Foundations
import Lists
import Ports
import Synchronization

/// Threads for work that takes long, made when there is some: few at once, further work waits.
///
/// Any thread may use it.
final class BackgroundThreads: Sendable {
    /// Work that waits for a thread; it runs, or ends with the refusal that it is given.
    typealias Work = @Sendable (_ refusal: ListError?) -> Void

    private struct Waiting {
        let arrival = Uptime.now
        let work: Work
    }

    private struct State {
        var waiting: [Waiting] = []
        var running = 0
        var isOpen = true
    }

    private let state = Mutex(State())
    private let name: String
    private let limit: Int
    private let waitLimit: Int

    /// - Parameters:
    ///   - name: Of the threads.
    ///   - limit: The most that run at once.
    ///   - waitLimit: The most works that wait for one; more are refused as overloaded.
    init(named name: String, limit: Int, waitLimit: Int = .max) {
        self.name = name
        self.limit = max(1, limit)
        self.waitLimit = waitLimit
    }

    /// The threads of a store for each kind of background work.
    static func ofEachKind(_ configuration: SQLiteStoreConfiguration) -> [BackgroundKind: BackgroundThreads] {
        Dictionary(
            uniqueKeysWithValues: BackgroundKind.allCases.map { kind in
                let (limit, waitLimit) = (configuration.backgroundThreads, configuration.backgroundWaiting)
                return (kind, BackgroundThreads(named: "\(kind)", limit: limit, waitLimit: waitLimit))
            })
    }

    /// Runs work as soon as a thread is free.
    func add(_ work: @escaping Work) {
        let (refusal, starts) = state.withLock { state -> (ListError?, Bool) in
            guard state.isOpen else { return (Interruption.stopping, false) }
            let starts = state.running < limit
            guard starts || state.waiting.count < waitLimit else { return (ListError(.overloaded, "Too much of this waits."), false) }
            state.waiting.append(Waiting(work: work))
            if starts { state.running += 1 }
            return (nil, starts)
        }
        if let refusal { return work(refusal) }
        guard starts else { return }
        SystemThread.start(named: name) { [self] in
            while let next = next() { next(nil) }
        }
    }

    private func next() -> Work? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().work
        }
    }

    /// Starts no more work; what runs goes on.
    func stop() {
        let waiting = state.withLock { state in
            state.isOpen = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiting in waiting { waiting.work(Interruption.stopping) }
    }

    /// Refuses the work that has waited for a thread since before a time.
    func refuse(arrivedBefore time: UInt64, _ error: ListError) {
        let late = state.withLock { state in
            defer { state.waiting.removeAll { $0.arrival < time } }
            return state.waiting.filter { $0.arrival < time }
        }
        for waiting in late { waiting.work(error) }
    }
}
