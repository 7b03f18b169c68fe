import Lists

/// Keeps the rows of the table `long_write`, and deletes the rows of abandoned long writes, a step at a time.
///
/// While it runs no version reaches these rows, and the list is not written to. Confined to the writer's thread.
final class LongWriteSweeper {
    /// About how many rows go in one step.
    static let stepRows: Int64 = 1000

    private let insert: PreparedStatement
    private let setOwner: PreparedStatement
    private let delete: PreparedStatement
    private let all: PreparedStatement
    private let byKey: [RangeDeletion]
    private let chunks: PreparedStatement
    private let namesEnd: PreparedStatement
    private let names: PreparedStatement
    private let oldParentsEnd: PreparedStatement
    private let oldParents: PreparedStatement
    /// How far the names and the older numbers of each list have been looked through.
    private var looked: [Int64: Look] = [:]

    /// The position at which the search for rows outside a range of their own goes on.
    private struct Look {
        var kinds = NameKind.allCases[...]
        /// The last name of the first kind that was looked at.
        var name = ""
        /// The next of the older numbers.
        var number: Number
    }

    init(_ connection: DatabaseConnection) throws {
        let statement = connection.statement
        insert = try statement("INSERT INTO long_write (list, first, version, owner, id) VALUES (?, ?, ?, ?, ?)")
        setOwner = try statement("UPDATE long_write SET owner = ? WHERE list = ?")
        delete = try statement("DELETE FROM long_write WHERE list = ?")
        all = try statement(Self.abandoned)
        byKey = try [("pack", "last"), ("parent", "number")].map {
            try RangeDeletion(connection, table: $0, column: $1)
        }
        chunks = try statement("DELETE FROM garbage WHERE version = ?")
        namesEnd = try statement("SELECT id FROM name WHERE list = ?1 AND kind = ?2 AND id > ?3 ORDER BY id LIMIT 1 OFFSET ?4")
        // Every blob comes after every text, so a blob stands for no bound.
        names = try statement("DELETE FROM name WHERE list = ?1 AND kind = ?2 AND id > ?3 AND id <= ifnull(?4, x'') AND number >= ?5")
        oldParentsEnd = try statement("SELECT number FROM parent WHERE number BETWEEN ?1 AND ?2 ORDER BY number LIMIT 1 OFFSET ?3")
        oldParents = try statement("DELETE FROM parent WHERE number BETWEEN ? AND ? AND since = ?")
    }

    /// The rows of long writes that have not ended, with what tells whether they can be such.
    private static let abandoned = """
        SELECT s.list, first, version, owner, s.id AS name, l.id, l.head, l.counter, l.deleted FROM long_write s LEFT JOIN list l ON l.number = s.list
        """

    /// The long writes that have rows: those that a crash left unfinished, and those of other servers.
    ///
    /// - Throws: ``SQLiteFailure`` `corrupt` for a row that says to delete what versions of a list reach, such as one that a disk gives back
    ///   after it was deleted.
    func abandoned() throws -> [LongWrite] { try all.all(read: Self.abandonedWrite) }

    /// Faults of the rows of long writes.
    static func findings(_ connection: DatabaseConnection) throws -> [String] {
        try connection.statement(abandoned).all { row in
            do { _ = try abandonedWrite(row) } catch let failure as SQLiteFailure { return failure.message }
            return nil
        }.compactMap(\.self)
    }

    /// A long write that makes the version behind its list's head, of keys above those that the list has given out.
    private static func abandonedWrite(_ row: Row) throws -> LongWrite {
        let (list, first, version): (Int64, Int64, Int64) = (row["list"], row["first"], row["version"])
        let id = row["id"] as String?
        // A list that the write was to make has no row yet.
        let head = id == nil ? version &- 1 : row["head"]
        let counter = id == nil ? KeyRange.owner(ofList: list) : row["counter"]
        guard (1...KeyRange.lastList).contains(list), (1...KeyRange.lastCounter).contains(version), row.isNull("deleted"),
            version &- 1 == head, first > counter, KeyRange.keys(ofList: list).contains(first)
        else {
            let name = id.map { "list \($0)" } ?? "a list without a name"
            throw SQLiteFailure(
                code: .corrupt, message: "the table long_write names a write to \(name), version \(version), that has ended",
                operation: "open")
        }
        let name: String? = id ?? (row["name"] as String?)
        return LongWrite(id: name.flatMap { ListID($0) }, list: list, first: first, version: version, hasRows: true, owner: row["owner"])
    }

    /// Notes that rows of a long write follow.
    func note(_ longWrite: LongWrite) throws {
        try insert.run(
            longWrite.list, longWrite.first, longWrite.version, longWrite.owner, longWrite.owner == nil ? nil : longWrite.id?.text)
    }

    /// Takes the long write of a server that is gone, to delete its rows.
    func takeOver(_ longWrite: LongWrite, by server: Int64) throws -> LongWrite {
        try setOwner.run(server, longWrite.list)
        return LongWrite(
            id: longWrite.id, list: longWrite.list, first: longWrite.first, version: longWrite.version, hasRows: true, owner: server)
    }

    /// Forgets a long write.
    func forget(_ longWrite: LongWrite) throws {
        try delete.run(longWrite.list)
        looked[longWrite.list] = nil
    }

    /// Begins to look anew, after what was deleted last has come back.
    func lookAgain() { looked = [:] }

    /// Deletes about as many rows as `limit`, or looks at as many.
    ///
    /// - Returns: Whether nothing is left.
    func sweep(_ longWrite: LongWrite, limit: Int64) throws -> Bool {
        let keys = KeyRange.keys(ofList: longWrite.list)
        for deletion in byKey where try deletion.run(from: longWrite.first, to: keys.upperBound - 1, limit: limit) > 0 { return false }
        try chunks.run(longWrite.list << KeyRange.counterBits | longWrite.version)
        var look = looked[longWrite.list] ?? Look(number: keys.lowerBound)
        if let kind = look.kinds.first {
            try sweepNames(kind, longWrite, &look, limit)
        } else if try sweepOldParents(longWrite, &look, limit) {
            try forget(longWrite)
            return true
        }
        looked[longWrite.list] = look
        return false
    }

    /// Looks through the next names of a kind for those that the write gave out.
    private func sweepNames(_ kind: NameKind, _ longWrite: LongWrite, _ look: inout Look, _ limit: Int64) throws {
        let end: String? = try namesEnd.value(longWrite.list, kind.rawValue, look.name, limit)
        try names.run(longWrite.list, kind.rawValue, look.name, end, longWrite.first)
        if end == nil { look.kinds = look.kinds.dropFirst() }
        look.name = end ?? ""
    }

    /// Looks through the next older numbers for parents in the version that was not made.
    ///
    /// - Returns: Whether all have been looked through.
    private func sweepOldParents(_ longWrite: LongWrite, _ look: inout Look, _ limit: Int64) throws -> Bool {
        let end: Number? = try oldParentsEnd.value(look.number, longWrite.first - 1, limit)
        try oldParents.run(look.number, end ?? longWrite.first - 1, longWrite.version)
        if let end { look.number = end + 1 }
        return end == nil
    }
}
