import Lists

/// The lists that the writer has touched lately, read from the database when they are asked for.
///
/// Confined to the writer's thread. The writer is the only one that changes lists, so what is here is always true; after a rollback
/// it is forgotten, and so is a list that another store of a log has changed.
final class IncarnationTable {
    private var incarnations: [Int64: Incarnation] = [:]
    private var newest: [ListID: Incarnation] = [:]
    private let reader: RecordReader
    /// The version number that comes before the first one of a new id; above 0 in a database that was restored.
    let firstBase: Int64

    init(reader: RecordReader) throws {
        self.reader = reader
        firstBase = try reader.restoredVersion()
    }

    /// The newest incarnation of an id, ended or not.
    func newestIncarnation(of id: ListID) throws -> Incarnation? {
        if let incarnation = newest[id] { return incarnation }
        guard let row = try reader.newestIncarnation(of: id.text) else { return nil }
        let incarnation = try incarnations[row.number] ?? load(row)
        newest[id] = incarnation
        return incarnation
    }

    /// An incarnation by its number.
    func incarnation(_ number: Int64) throws -> Incarnation? {
        if let incarnation = incarnations[number] { return incarnation }
        guard let row = try reader.incarnation(number) else { return nil }
        return try load(row)
    }

    /// Takes in a new incarnation of an id.
    func insert(_ incarnation: Incarnation) {
        incarnations[incarnation.row.number] = incarnation
        newest[incarnation.id] = incarnation
    }

    /// Forgets an incarnation whose row is gone.
    func remove(_ incarnation: Incarnation) {
        incarnations[incarnation.row.number] = nil
        if newest[incarnation.id] === incarnation { newest[incarnation.id] = nil }
    }

    /// Forgets a list that another store has written to.
    func forget(_ number: Int64, _ id: ListID) {
        incarnations[number] = nil
        if let other = newest.removeValue(forKey: id) { incarnations[other.row.number] = nil }
    }

    func removeAll() {
        incarnations = [:]
        newest = [:]
    }

    /// Forgets everything once it has become too much.
    func trim(to limit: Int) {
        if incarnations.count > limit { removeAll() }
    }

    /// The last committed key of a list that the batch may have written to; `nil` for any other.
    func committedCounter(ofList number: Int64) -> Number? {
        incarnations[number]?.committedCounter
    }

    private func load(_ row: IncarnationRow) throws -> Incarnation {
        guard let id = ListID(row.id) else {
            throw SQLiteFailure(code: .corrupt, message: "'\(row.id)' is no list id", operation: "read a list")
        }
        var head: ListHead?
        if row.deleted == nil { head = try reader.newestVersion(of: row) }
        let incarnation = Incarnation(id: id, row: row, head: head, isNew: false)
        incarnations[row.number] = incarnation
        return incarnation
    }
}
