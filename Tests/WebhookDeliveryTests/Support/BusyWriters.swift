import Dispatch
import JSON
import Lists
import Ports
import SQLiteStore
import Synchronization

/// Writes that follow each other without a pause, several at a time, so that some always wait for the store's writer.
final class BusyWriters: Sendable {
    private let store: SQLiteListStore
    private let list: ListID
    private let isStopped = Atomic<Bool>(false)
    private let running = DispatchGroup()

    init(of store: SQLiteListStore, _ list: ListID, count: Int = 4) {
        (self.store, self.list) = (store, list)
        for number in 0..<count {
            running.enter()
            write(number)
        }
    }

    /// Waits until the last write has ended.
    func stop() {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        running.wait()
    }

    private func write(_ number: Int) {
        store.write(list) { transaction in
            let edit = try transaction.edit()
            edit.setProperties(ListProperties(title: "\(number)", metadata: JSONText(verbatim: "{}"), defaultType: nil, identity: nil))
            try transaction.commit(edit)
        } completion: { [self] _ in
            guard !isStopped.load(ordering: .sequentiallyConsistent) else { return running.leave() }
            // From another thread, so that a write comes before or behind others that wait.
            DispatchQueue.global().async { [self] in write(number + 4) }
        }
    }
}
