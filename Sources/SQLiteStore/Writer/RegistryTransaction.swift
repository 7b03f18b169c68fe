import CellTypes
import Lists
import Ports

/// One write to the registered cell types on the writer's thread, within a savepoint: it reads what it has written, and what the writes of
/// the same batch have.
final class RegistryTransaction: CellTypeTransaction {
    private let batch: WriteBatch
    private var answer: StoredResponse?

    init(in batch: WriteBatch) {
        self.batch = batch
    }

    var cellTypes: CellTypeRegistry { batch.state.cellTypes.registry }

    func put(_ entry: CellTypeRegistry.Entry) throws { try batch.state.cellTypes.put(entry) }

    func removeCellType(_ name: String) throws { try batch.state.cellTypes.remove(name) }

    func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse] {
        let stored = try batch.state.reader().uses(of: type, after: number, limit: limit)
        // The rows of lists that the batch has changed are written last, and those that it has made come behind all others.
        let end = stored.count < limit ? Int64.max : stored.last?.number ?? .max
        let changed = batch.dirty.filter { $0.row.number > number && $0.row.number <= end }
        guard !changed.isEmpty else { return stored }
        let numbers = Set(changed.map(\.row.number))
        let uses = stored.filter { !numbers.contains($0.number) } + changed.compactMap { Self.use(of: type, in: $0) }
        return Array(uses.sorted { $0.number < $1.number }.prefix(max(0, limit)))
    }

    private static func use(of type: String, in incarnation: Incarnation) -> TypeUse? {
        guard let head = incarnation.head, let number = head.types.existingNumber(of: type) else { return nil }
        return TypeUse(list: incarnation.id, number: head.number, type: number, counter: head.counter)
    }

    func head(of id: ListID) throws -> ListSnapshot? {
        try batch.state.incarnations.newestIncarnation(of: id)?.head.map { batch.snapshot($0) }
    }

    func checkDeadline() throws { try batch.check() }

    func storedResponse(for key: IdempotencyKey) throws -> StoredResponse? {
        if let answer, answer.key == key { return answer }
        return try batch.state.storedResponses.find(key, now: batch.now)
    }

    func keep(_ answer: StoredResponse) throws {
        guard self.answer == nil else { throw StoreMisuse("a write keeps one answer") }
        self.answer = answer
    }

    /// Makes what the work changed a part of the batch.
    ///
    /// - Throws: ``SQLiteFailure``; the whole batch is then given up.
    func apply() throws {
        if let answer { try batch.keep(answer) }
    }
}
