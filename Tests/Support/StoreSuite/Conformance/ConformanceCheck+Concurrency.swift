import Dispatch
import JSON
import Lists
import Ports
import Synchronization
import TestSupport

extension ConformanceCheck {
    static let concurrency = [
        ConformanceCheck("serves readers whole versions while writers write") { store in
            let ids = try ["one", "two", "three"].map(listID)
            for id in ids { try store.put(.counting(1), into: id) }
            let failures = FailureLog()
            let isDone = Atomic<Bool>(false)
            DispatchQueue.concurrentPerform(iterations: 6) { worker in
                failures.record {
                    if worker < 3 {
                        // The content of version V is V items.
                        for count in 2...40 { try store.put(.counting(count), into: ids[worker]) }
                        if worker == 0 { isDone.store(true, ordering: .releasing) }
                    } else {
                        var last: Int64 = 0
                        while !isDone.load(ordering: .acquiring) {
                            let snapshot = try store.snapshot(of: ids[worker - 3], at: nil)
                            try expect(snapshot.version >= last, "version \(snapshot.version) after \(last)")
                            last = snapshot.version
                            try expectEqual(ListModel(snapshot), .counting(Int(last)), "version \(last)")
                            let old = try store.snapshot(of: ids[worker - 3], at: (last + 1) / 2)
                            try expectEqual(old.itemCount, Int((last + 1) / 2), "items of an old version")
                        }
                    }
                }
            }
            try failures.rethrow()
        },
        ConformanceCheck("gives concurrent writes of one list one version each") { store in
            let id = try listID("shared")
            try store.put(.counting(1), into: id)
            let failures = FailureLog()
            let seen = Mutex<[Int64]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { worker in
                failures.record {
                    for round in 0..<7 {
                        let version = try store.writeAndWait(id) { transaction in
                            let edit = try transaction.edit()
                            try edit.updateItem(at: IndexPath(section: 0, row: 0), value: JSONText(verbatim: "\"\(worker)-\(round)\""))
                            return try transaction.commit(edit).version
                        }
                        let head = try store.snapshot(of: id, at: nil).version
                        try expect(head >= version, "version \(version) was acknowledged, the head is \(head)")
                        seen.withLock { $0.append(version) }
                    }
                }
            }
            try failures.rethrow()
            try expectEqual(seen.withLock { $0.sorted() }, Array(2...57), "the versions made")
        },
    ]
}

/// The first failure of several threads.
final class FailureLog: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    func record(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            first.withLock { if $0 == nil { $0 = error } }
        }
    }

    func rethrow() throws {
        if let error = first.withLock({ $0 }) { throw error }
    }
}
