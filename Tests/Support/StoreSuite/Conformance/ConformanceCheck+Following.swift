import Lists
import Ports
import Synchronization
import TestSupport

extension ConformanceCheck {
    static let following = [
        ConformanceCheck("says what there is of an id, whether there is a list or not") { store in
            let id = try listID("standing")
            try expectEqual(store.status(of: id), .unknown, "before the first version")
            for count in 1...3 { try store.put(.counting(count), into: id) }
            try expectEqual(
                store.status(of: id), .living(base: 0, oldest: 1, newest: 3, created: store.snapshot(of: id, at: nil).head.createdAt),
                "a list")
            try store.delete(id)
            try expectEqual(store.status(of: id), .ended(at: 4), "a deleted list")
            try store.put(.counting(1), into: id)
            try expectEqual(
                store.status(of: id), .living(base: 4, oldest: 5, newest: 5, created: store.snapshot(of: id, at: nil).head.createdAt),
                "a list made again")
        },
        ConformanceCheck("notifies of every version and every end, in their order, when readers see them") { store in
            let id = try listID("told")
            let notified = Mutex<[(version: Int64, before: Int64?, items: Int, isSeen: Bool)]>([])
            defer { store.onCommit { _ in } }
            store.onCommit { commit in
                guard commit.id == id, let version = commit.version else { return }
                let last = (try? store.status(of: id).lastVersion) ?? 0
                let isSeen = last >= version
                switch commit.change {
                case .version(let new, let old):
                    notified.withLock { $0.append((version, old?.version, new.itemCount - (old?.itemCount ?? 0), isSeen)) }
                case .end: notified.withLock { $0.append((version, nil, 0, isSeen)) }
                case .interaction, .restart: break
                }
            }
            for count in [3, 5, 5, 6] { try store.put(.counting(count), into: id) }
            try store.delete(id)
            try store.put(.counting(2), into: id)
            do {
                _ = try store.writeAndWait(id) { transaction in
                    let edit = try transaction.edit()
                    try edit.deleteItem(at: IndexPath(section: 0, row: 0))
                    try transaction.commit(edit)
                    throw ConformanceFailure("taken back")
                }
            } catch is ConformanceFailure {}
            // Before a write is answered: so all has been notified by now.
            let all = notified.withLock { $0 }
            try expectEqual(all.map(\.version), [1, 2, 3, 4, 5], "the versions notified")
            try expectEqual(all.map(\.before), [nil, 1, 2, nil, nil], "the versions before")
            try expectEqual(all.map(\.items), [3, 2, 1, 0, 2], "the items added")
            try expect(all.allSatisfy(\.isSeen), "a version was notified before readers saw it")
        },
        ConformanceCheck("shows what it notifies of, also of a list that is gone by then, while its version is pinned") { store in
            let id = try listID("pinned")
            try store.put(.counting(40), into: id)
            let held = Mutex<(old: ListSnapshot, new: ListSnapshot, pin: VersionPin)?>(nil)
            store.onCommit { commit in
                guard case .version(let new, let old?) = commit.change else { return }
                held.withLock { $0 = (old, new, store.pin(old.version, ofList: old.head.number)) }
            }
            try store.put(.counting(41), into: id)
            store.onCommit { _ in }
            try store.delete(id)
            for count in 1...40 { try store.put(.counting(count), into: listID("other")) }
            let (old, new, pin) = try unwrap(held.withLock { $0 }, "version notified")
            try expectEqual(new.changes(since: old, limit: 10)?.operationCount, 1, "the operations")
            try expectEqual(ListModel(old), .counting(40), "the version before")
            pin.release()
        },
    ]
}
