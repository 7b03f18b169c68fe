import Foundations
import Ports
import Synchronization
import TestSupport

extension CommitLogCheck {
    static let locking: [CommitLogCheck] = [
        CommitLogCheck("one store at a time has the lock, and sees all that the others appended") { shared in
            let (stores, rounds) = (4, 25)
            let failures = Mutex<[any Error]>([])
            let inside = Atomic<Int>(0)
            let done = Atomic<Int>(0)
            for number in 0..<stores {
                let log = try shared.open()
                SystemThread.start(named: "store") {
                    defer { done.wrappingAdd(1, ordering: .sequentiallyConsistent) }
                    do {
                        var last = LogPosition.beginning
                        for _ in 0..<rounds {
                            let lock = try log.lock(after: last, within: SharedLog.patience)
                            let others = inside.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
                            last = try log.end(of: lock, after: last)
                            let entry = LogEntry(following: last, [UInt8(number)])
                            inside.wrappingSubtract(1, ordering: .sequentiallyConsistent)
                            try lock.append(entry)
                            last = entry.position
                            try expectEqual(others, 0, "others with the lock")
                        }
                    } catch {
                        failures.withLock { $0.append(error) }
                    }
                }
            }
            try eventually("every store is done") { done.load(ordering: .sequentiallyConsistent) == stores }
            if let failure = failures.withLock({ $0.first }) { throw failure }
            let entries = try shared.open().readAll()
            try expectEqual(entries.map(\.position.number), Array(1...Int64(stores * rounds)), "the positions")
            for number in 0..<stores {
                try expectEqual(entries.count { $0.data == [UInt8(number)] }, rounds, "the entries of store \(number)")
            }
        },
        CommitLogCheck("a lock that is not free in time is refused, and is there once it was released") { shared in
            let (a, b) = (try shared.open(), try shared.open())
            let held = try a.lock(after: .beginning, within: SharedLog.patience)
            try expectRefusal("the lock of another", { if case .unavailable = $0 { true } else { false } }) {
                try b.lock(after: .beginning, within: 0.1)
            }
            held.release()
            try b.lock(after: .beginning, within: SharedLog.patience).release()
            let third = try a.lock(after: .beginning, within: SharedLog.patience)
            try third.append(LogEntry(following: .beginning, [1]))
            let last = try b.lock(after: .beginning, within: SharedLog.patience)
            defer { last.release() }
            try expectEqual(last.run.entries.count, 1, "the entries with the lock")
        },
        CommitLogCheck("who waits for the lock gets it with what its holder appended") { shared in
            let (a, b) = (try shared.open(), try shared.open())
            let held = try a.lock(after: .beginning, within: SharedLog.patience)
            let found = Mutex<Result<LogRun, any Error>?>(nil)
            SystemThread.start(named: "waiter") {
                let result = Result {
                    let lock = try b.lock(after: .beginning, within: SharedLog.patience)
                    defer { lock.release() }
                    return lock.run
                }
                found.withLock { $0 = result }
            }
            let entry = LogEntry(following: .beginning, [1])
            // Reading waits for no lock.
            try expect(try b.read(after: .beginning).entries.isEmpty, "an entry is there before it was appended")
            try held.append(entry)
            try eventually("the lock is given on") { found.withLock { $0 != nil } }
            try expectEqual(try found.withLock { $0 }?.get().entries ?? [], [entry], "the entries with the lock")
        },
        CommitLogCheck("a position that is taken is refused") { shared in
            let log = try shared.open()
            let first = try log.append([1])
            let lock = try log.lock(after: first.position, within: SharedLog.patience)
            try expectRefusal("a taken position", { $0 == .overtaken }) { try lock.append(LogEntry(following: .beginning, [2])) }
            try expectEqual(try log.readAll(), [first], "the entries")
            try log.lock(after: first.position, within: SharedLog.patience).release()
        },
    ]
}
