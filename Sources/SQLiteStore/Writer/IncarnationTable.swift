import Lists

/// The lists that the writer has touched lately, read from the database when they are asked for.
///
/// Confined to the writer's thread. The writer is the only one that changes lists, so what is here is always true; after a rollback
/// it is forgotten.
final class LifeTable {
    private var lives: [Int64: Life] = [:]
    private var newest: [ListID: Life] = [:]
    private let reader: RecordReader

    init(reader: RecordReader) {
        self.reader = reader
    }

    /// The newest life of an id, ended or not.
    func newestLife(of id: ListID) throws -> Life? {
        if let life = newest[id] { return life }
        guard let row = try reader.newestLife(of: id.text) else { return nil }
        let life = try lives[row.number] ?? load(row)
        newest[id] = life
        return life
    }

    /// A life by its number.
    func life(_ number: Int64) throws -> Life? {
        if let life = lives[number] { return life }
        guard let row = try reader.life(number) else { return nil }
        return try load(row)
    }

    /// Takes in a new life of an id.
    func insert(_ life: Life) {
        lives[life.row.number] = life
        newest[life.id] = life
    }

    /// Forgets a life whose row is gone.
    func remove(_ life: Life) {
        lives[life.row.number] = nil
        if newest[life.id] === life { newest[life.id] = nil }
    }

    func removeAll() {
        lives = [:]
        newest = [:]
    }

    /// Forgets everything once it has become too much.
    func trim(to limit: Int) {
        if lives.count > limit { removeAll() }
    }

    /// The last committed key of a list that the batch may have written to; `nil` for any other.
    func committedCounter(ofList number: Int64) -> Number? {
        lives[number]?.committedCounter
    }

    private func load(_ row: ListRow) throws -> Life {
        guard let id = ListID(row.id) else {
            throw SQLiteFailure(code: .corrupt, message: "'\(row.id)' is no list id", operation: "read a list")
        }
        var head: ListHead?
        if row.deleted == nil {
            guard let found = try reader.head(of: row, at: row.head) else {
                throw SQLiteFailure(code: .corrupt, message: "list '\(row.id)' has no head", operation: "read a list")
            }
            head = found
        }
        let life = Life(id: id, row: row, head: head, isNew: false)
        lives[row.number] = life
        return life
    }
}
