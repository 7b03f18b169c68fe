import Lists

/// Writes packs, and takes records out of them.
///
/// Confined to the writer's thread.
final class PackTable {
    private let insert: PreparedStatement
    private let update: PreparedStatement
    private let delete: PreparedStatement
    private let holding: PreparedStatement
    private let following: PreparedStatement
    private let preceding: PreparedStatement
    private var builder = PackBuilder()
    private var joined = PackBuilder()

    init(_ connection: Connection) throws {
        let statement = connection.statement
        insert = try statement("INSERT INTO pack VALUES (?, ?)")
        update = try statement("UPDATE pack SET data = ?2 WHERE first = ?1")
        delete = try statement("DELETE FROM pack WHERE first = ?")
        holding = try statement(PackCursor.sql)
        following = try statement("SELECT first, data FROM pack WHERE first > ? AND first <= ? ORDER BY first LIMIT 1")
        preceding = try statement("SELECT first, data FROM pack WHERE first < ? AND first >= ? ORDER BY first DESC LIMIT 1")
    }

    /// Begins packs anew, whatever an error left unfinished.
    func begin() { builder.removeAll() }

    /// Adds a record, whose key is above all before it.
    func add(_ key: Int64, _ kind: RecordKind, _ write: (inout NodeEncoder) -> Void) throws {
        try builder.add(key, kind, write) { try insert.run($0, borrowing: $1) }
    }

    /// Writes the last pack.
    func finish() throws {
        try builder.finish { try insert.run($0, borrowing: $1) }
    }

    /// Bytes of the records in runs that rise.
    func bytes(of runs: [KeyRun]) throws -> Int64 {
        var sum: Int64 = 0
        try forEachRow(of: runs) { pack, isNamed in
            while let record = try pack.next() {
                if isNamed.contains(record.key) { sum += Int64(record.bytes.count) }
            }
            return .keep
        }
        return sum
    }

    /// Takes the records of runs that rise out of their packs: each row is written anew, joined with the one before it, or deleted where
    /// nothing is left.
    ///
    /// - Parameter body: Called with each record before it goes.
    func remove(_ runs: [KeyRun], _ body: (Pack.Record) throws -> Void = { _ in }) throws {
        try forEachRow(of: runs) { pack, isNamed in
            builder.begin(pack)
            var gone = 0
            while let record = try pack.next() {
                if isNamed.contains(record.key) {
                    gone += 1
                    try body(record)
                } else {
                    builder.take(record)
                }
            }
            return gone == 0 ? .keep : gone == pack.count ? .delete : .rewrite
        }
    }

    /// What becomes of a row.
    private enum Change {
        case keep, rewrite, delete
    }

    /// Visits each row that may hold records of the runs.
    private func forEachRow(
        of runs: [KeyRun], _ body: (inout Pack, _ isNamed: inout RunWalk) throws -> Change
    ) throws {
        guard let end = runs.last?.last else { return }
        var walk = RunWalk(runs)
        var position = Int64.min
        while let key = walk.next(from: position) {
            let (statement, found) = try row(holding: key, upTo: end)
            guard var pack = found else { return }
            let change: Change
            do {
                defer { statement.reset() }
                change = try body(&pack, &walk)
            }
            switch change {
            case .keep: break
            case .rewrite: try builder.finish { try rewrite($0, $1) }
            case .delete: try delete.run(pack.first)
            }
            position = pack.last + 1
        }
    }

    /// Writes what is left of a row: into the row before it where both are short enough for one, else in its place.
    ///
    /// SQLite joins pages only where a row is deleted, so short rows that stayed would each keep a part of a page.
    private func rewrite(_ first: Int64, _ bytes: UnsafeRawBufferPointer) throws {
        if bytes.count <= PackBuilder.byteLimit / 2, try join(first, bytes) {
            try delete.run(first)
        } else {
            try update.run(first, borrowing: bytes)
        }
    }

    /// Adds a row's records to the row before it, of the same list.
    ///
    /// - Returns: Whether there was room.
    private func join(_ first: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Bool {
        do {
            defer { preceding.reset() }
            preceding.begin(first, KeyRange.owner(ofList: first >> KeyRange.counterBits))
            guard try preceding.step(), preceding.row.bytes(1).count + bytes.count <= PackBuilder.byteLimit else { return false }
            var before = try Pack(first: preceding.row[0], bytes: preceding.row.bytes(1))
            joined.begin(before)
            while let record = try before.next() { joined.take(record) }
        }
        var rest = try Pack(first: first, bytes: bytes)
        while let record = try rest.next() { joined.take(record) }
        try joined.finish { try update.run($0, borrowing: $1) }
        return true
    }

    /// The row that covers a key, else the next one; `nil` where that is beyond `end`. The caller resets the statement.
    private func row(holding key: Int64, upTo end: Int64) throws -> (PreparedStatement, Pack?) {
        if let pack = try Self.row(holding, key) {
            if pack.covers(key) { return (holding, pack) }
            holding.reset()
        }
        return (following, try Self.row(following, key, end))
    }

    private static func row<each Key: SQLValue>(_ statement: PreparedStatement, _ keys: repeat each Key) throws -> Pack? {
        statement.begin(repeat each keys)
        guard try statement.step() else { return nil }
        do { return try Pack(first: statement.row[0], bytes: statement.row.bytes(1)) } catch {
            statement.reset()
            throw error
        }
    }
}
