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
    private let byKey: [RangeDeletion]
    private let chunks: PreparedStatement
    private let namesEnd: PreparedStatement
    private let names: PreparedStatement
    private let oldPlacesEnd: PreparedStatement
    private let oldPlaces: PreparedStatement
    /// How far the names and the older numbers of each list have been looked through.
    private var looked: [Int64: Look] = [:]

    /// Where the search for rows goes on that are not in a range of their own.
    private struct Look {
        var kinds = NameKind.allCases[...]
        /// The last name of the first kind that was looked at.
        var name = ""
        var place: Number
    }

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
        insert = try statement("INSERT INTO staging VALUES (?, ?, ?)")
        delete = try statement("DELETE FROM staging WHERE list = ?")
        all = try statement("SELECT s.list, first, version, l.id FROM staging s LEFT JOIN list l ON l.number = s.list")
        byKey = try [("revision", "key"), ("section_revision", "key"), ("node", "key"), ("place", "number")].map {
            try RangeDeletion(database, table: $0, column: $1)
        }
        chunks = try statement("DELETE FROM garbage WHERE version = ?")
        namesEnd = try statement("SELECT id FROM name WHERE list = ?1 AND kind = ?2 AND id > ?3 ORDER BY id LIMIT 1 OFFSET ?4")
        // Every blob comes after every text, so a blob stands for no bound.
        names = try statement("DELETE FROM name WHERE list = ?1 AND kind = ?2 AND id > ?3 AND id <= ifnull(?4, x'') AND number >= ?5")
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

    /// Deletes about as many rows as `limit`, or looks at as many.
    ///
    /// - Returns: Whether nothing is left.
    func sweep(_ staging: Staging, limit: Int64) throws -> Bool {
        let keys = KeyRange.keys(ofList: staging.list)
        for deletion in byKey where try deletion.run(from: staging.first, to: keys.upperBound - 1, limit: limit) > 0 { return false }
        chunks.bind(0, staging.list << KeyRange.counterBits | staging.version)
        try chunks.run()
        var look = looked[staging.list] ?? Look(place: keys.lowerBound)
        if let kind = look.kinds.first {
            try sweepNames(kind, staging, &look, limit)
        } else if try sweepOldPlaces(staging, &look, limit) {
            try forget(staging)
            return true
        }
        looked[staging.list] = look
        return false
    }

    /// Looks through the next names of a kind for those that the write gave out.
    private func sweepNames(_ kind: NameKind, _ staging: Staging, _ look: inout Look, _ limit: Int64) throws {
        namesEnd.bind(0, staging.list)
        namesEnd.bind(1, kind.rawValue)
        namesEnd.bind(2, look.name)
        namesEnd.bind(3, limit)
        let end = try namesEnd.first { namesEnd.text(0) }
        names.bind(0, staging.list)
        names.bind(1, kind.rawValue)
        names.bind(2, look.name)
        names.bind(3, end)
        names.bind(4, staging.first)
        try names.run()
        if end == nil { look.kinds = look.kinds.dropFirst() }
        look.name = end ?? ""
    }

    /// Looks through the next older numbers for places in the version that was not made.
    ///
    /// - Returns: Whether all have been looked through.
    private func sweepOldPlaces(_ staging: Staging, _ look: inout Look, _ limit: Int64) throws -> Bool {
        oldPlacesEnd.bind(0, look.place)
        oldPlacesEnd.bind(1, staging.first - 1)
        oldPlacesEnd.bind(2, limit)
        let end = try oldPlacesEnd.first { oldPlacesEnd.int(0) }
        oldPlaces.bind(0, look.place)
        oldPlaces.bind(1, end ?? staging.first - 1)
        oldPlaces.bind(2, staging.version)
        try oldPlaces.run()
        if let end { look.place = end + 1 }
        return end == nil
    }
}
