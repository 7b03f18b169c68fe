import GRDB
import Lists

/// Keeps the rows of the table `staging`, and deletes what a long write has stored that came to nothing: a step at a time.
///
/// While it runs no version reaches these rows, and the list is not written to. Confined to the writer's thread.
final class StagingSweeper {
    /// About how many rows go in one step.
    static let stepRows: Int64 = 1000

    private let insert: PreparedStatement
    private let delete: PreparedStatement
    private let all: PreparedStatement
    /// Revisions, which know the ids of what they are of.
    private let named: [(kind: NameKind, select: PreparedStatement, deletion: RangeDeletion)]
    private let deleteName: PreparedStatement
    private let others: [RangeDeletion]
    private let chunks: PreparedStatement
    private let oldPlaces: PreparedStatement
    private let oldPlacesEnd: PreparedStatement
    /// How far the older numbers of each list have been looked through.
    private var looked: [Int64: Number] = [:]

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
        insert = try statement("INSERT INTO staging VALUES (?, ?, ?)")
        delete = try statement("DELETE FROM staging WHERE list = ?")
        all = try statement("SELECT s.list, first, version, l.id FROM staging s LEFT JOIN list l ON l.number = s.list")
        named = try [(NameKind.item, "revision"), (.section, "section_revision")].map { kind, table in
            (
                kind, try statement("SELECT number, id FROM \(table) WHERE key BETWEEN ?1 AND ?2 ORDER BY key LIMIT ?3"),
                try RangeDeletion(database, table: table, column: "key")
            )
        }
        deleteName = try statement("DELETE FROM name WHERE list = ? AND kind = ? AND id = ? AND number = ?")
        others = try [("node", "key"), ("place", "number")].map { try RangeDeletion(database, table: $0, column: $1) }
        chunks = try statement("DELETE FROM garbage WHERE version = ?")
        oldPlacesEnd = try statement("SELECT number FROM place WHERE number BETWEEN ?1 AND ?2 ORDER BY number LIMIT 1 OFFSET ?3")
        oldPlaces = try statement("DELETE FROM place WHERE number BETWEEN ? AND ? AND since = ?")
    }

    /// What a crash left half done.
    func leftovers() throws -> [Staging] {
        var found: [Staging] = []
        while try all.step() {
            found.append(
                Staging(
                    id: all.optionalText(3).flatMap { ListID($0) }, list: all.int(0), first: all.int(1), version: all.int(2),
                    hasRows: true))
        }
        return found
    }

    /// Notes that rows of a long write follow.
    func note(_ staging: Staging) throws {
        insert.bind(0, staging.list)
        insert.bind(1, staging.first)
        insert.bind(2, staging.version)
        try insert.run()
    }

    /// Forgets a long write.
    func forget(_ staging: Staging) throws {
        delete.bind(0, staging.list)
        try delete.run()
        looked[staging.list] = nil
    }

    /// Begins to look anew, after what was deleted last has come back.
    func lookAgain() { looked = [:] }

    /// Deletes about as many rows as `limit`.
    ///
    /// - Returns: Whether nothing is left.
    func sweep(_ staging: Staging, limit: Int64) throws -> Bool {
        let last = KeyRange.keys(ofList: staging.list).upperBound - 1
        for (kind, select, deletion) in named {
            try deleteNames(select, kind, staging, last, limit)
            if try deletion.run(from: staging.first, to: last, limit: limit) > 0 { return false }
        }
        for deletion in others where try deletion.run(from: staging.first, to: last, limit: limit) > 0 { return false }
        chunks.bind(0, staging.list << KeyRange.counterBits | staging.version)
        try chunks.run()
        guard try sweepOldPlaces(staging, limit) else { return false }
        try forget(staging)
        return true
    }

    /// Deletes the names of what the next revisions are of: of numbers that the write itself gave out.
    private func deleteNames(
        _ revisions: PreparedStatement, _ kind: NameKind, _ staging: Staging, _ last: Number, _ limit: Int64
    ) throws {
        revisions.bind(0, staging.first)
        revisions.bind(1, last)
        revisions.bind(2, limit + 1)
        defer { revisions.reset() }
        while try revisions.step() {
            guard revisions.int(0) >= staging.first else { continue }
            deleteName.bind(0, staging.list)
            deleteName.bind(1, kind.rawValue)
            deleteName.bind(2, revisions.text(1))
            deleteName.bind(3, revisions.int(0))
            try deleteName.run()
        }
    }

    /// Looks through older numbers for places in the version that was not made.
    ///
    /// - Returns: Whether all have been looked through.
    private func sweepOldPlaces(_ staging: Staging, _ limit: Int64) throws -> Bool {
        let start = looked[staging.list] ?? KeyRange.keys(ofList: staging.list).lowerBound
        oldPlacesEnd.bind(0, start)
        oldPlacesEnd.bind(1, staging.first - 1)
        oldPlacesEnd.bind(2, limit)
        let end = try oldPlacesEnd.first { oldPlacesEnd.int(0) }
        oldPlaces.bind(0, start)
        oldPlaces.bind(1, end ?? staging.first - 1)
        oldPlaces.bind(2, staging.version)
        try oldPlaces.run()
        looked[staging.list] = end.map { $0 + 1 }
        return end == nil
    }
}
