import Dispatch
import JSON
import Lists
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport

/// Many writes at once, as many connections would make them.
enum StoreTraffic {
    /// Changes items of a list, `count` times, with up to `waiting` writes in the queue.
    ///
    /// - Returns: How many were acknowledged.
    static func update(_ store: SQLiteListStore, _ id: ListID, items: Int, count: Int, waiting: Int = 512) -> Int {
        let room = DispatchSemaphore(value: waiting)
        let done = DispatchGroup()
        let successes = Atomic<Int>(0)
        let ticket = UInt64.random(in: .min ... .max)
        for serial in 0..<count {
            room.wait()
            done.enter()
            store.write(id) { transaction in
                let edit = try transaction.edit()
                let row = Int((UInt64(serial) &* 0x9E37_79B9) % UInt64(items))
                try edit.updateItem(at: IndexPath(section: 0, row: row), value: JSONText(verbatim: "\"\(ticket)-\(serial)\""))
                try transaction.commit(edit)
            } completion: { result in
                if case .success = result { successes.wrappingAdd(1, ordering: .relaxed) }
                room.signal()
                done.leave()
            }
        }
        done.wait()
        return successes.load(ordering: .relaxed)
    }

    /// Changes the first item of a list.
    ///
    /// - Returns: The version that it makes.
    @Sendable
    static func touch(_ transaction: any ListTransaction) throws -> Int64 {
        let edit = try transaction.edit()
        let ticket = UInt64.random(in: .min ... .max)
        try edit.updateItem(at: IndexPath(section: 0, row: 0), value: JSONText(verbatim: "\(ticket)"))
        return try transaction.commit(edit).version
    }
}

/// Checks all that a version reaches: both kinds of trees, every revision, and the rows that lead to places.
func checkWhole(_ snapshot: ListSnapshot, _ store: SQLiteListStore) throws {
    _ = try ListModel(snapshot)
    for section in try snapshot.sections(in: 0..<snapshot.sectionCount) {
        for placed in try snapshot.items(of: section, rows: 0..<section.itemCount) {
            let found = try snapshot.item(numbered: placed.entry.number)
            guard found?.indexPath == placed.indexPath else {
                throw TreeDefect("\(placed.indexPath) of version \(snapshot.version) is found at \(String(describing: found))")
            }
        }
    }
}
