import Lists

/// Takes records out of packs.
///
/// Confined to the writer's thread.
final class PackTable {
    /// How far behind a row a key may be that is probably in the next row.
    private static let neighbourhood: Int64 = 256

    private let insert: PreparedStatement
    private let update: PreparedStatement
    private let delete: PreparedStatement
    private let holding: PreparedStatement
    private var builder = PackBuilder()

    init(_ connection: DatabaseConnection) throws {
        insert = try connection.statement(PackBuilder.insertion)
        update = try connection.statement("UPDATE pack SET data = ?2 WHERE last = ?1")
        delete = try connection.statement("DELETE FROM pack WHERE last = ?")
        holding = try connection.statement(PackReader.sql)
    }

    /// Bytes of the records in runs that rise, without their directories.
    func bytes(of runs: [KeyRun]) throws -> Int64 {
        var sum: Int64 = 0
        try forEachRecord(of: runs) { sum += Int64($0.bytes.count) }
        return sum
    }

    /// Visits the records of runs that rise.
    func forEachRecord(of runs: [KeyRun], _ body: (Pack.Record) throws -> Void) throws {
        var walk = RunWalk(runs)
        var wanted = walk.next(from: .min)
        while let key = wanted {
            defer { holding.reset() }
            guard var pack = try row(from: key) else { return }
            while let record = try pack.next() {
                if walk.contains(record.key) { try body(record) }
            }
            wanted = walk.next(behind: pack.key)
        }
    }

    /// Takes the records of runs that rise out of their packs, all of one list.
    ///
    /// The remaining records of neighbouring rows are packed anew, so that their pages stay full. The last row keeps its key. A row that
    /// keeps all its records is not written, unless it takes in the rest of a short one before it.
    ///
    /// - Returns: Bytes of the records that went, with their directories.
    /// - Throws: ``NodeCorruption`` where a row can't be read; those before it are done.
    func remove(_ runs: [KeyRun]) throws -> Int64 {
        var walk = RunWalk(runs)
        var removed: Int64 = 0
        var wanted = walk.next(from: .min)
        while let key = wanted { wanted = try removeFromNeighbours(from: key, &walk, &removed) }
        return removed
    }

    /// Takes records out of the row that holds a key and of those behind it, up to the first that keeps all of its own.
    ///
    /// - Returns: The next key of the walk.
    private func removeFromNeighbours(from key: Int64, _ walk: inout RunWalk, _ removed: inout Int64) throws -> Int64? {
        builder.removeAll()
        var wanted: Int64? = key
        // The row that was taken last: it is in the table until what is left is written.
        var taken: Int64?
        while true {
            var full: [(key: Int64, bytes: [UInt8])] = []
            let found: (key: Int64, isTaken: Bool)?
            do {
                found = try take(from: taken.map { $0 &+ 1 } ?? key, of: key, &walk, &full, &removed, isFirst: taken == nil)
            } catch let damage as NodeCorruption {
                // Records taken from the rows before it are in the builder alone.
                try write(under: taken)
                throw damage
            }
            guard let row = found else {
                wanted = nil
                break
            }
            wanted = walk.next(behind: row.key)
            guard row.isTaken else { break }
            if let taken { try delete.run(taken) }
            for pack in full { try pack.bytes.withUnsafeBytes { try insert.run(pack.key, borrowing: $0) } }
            taken = row.key
            guard isShort || wanted.map({ $0 - row.key <= Self.neighbourhood }) == true else { break }
        }
        try write(under: taken)
        return wanted
    }

    /// Writes what is left into the row that was taken last.
    private func write(under taken: Int64?) throws {
        guard let taken else { return }
        if builder.isEmpty { try delete.run(taken) }
        try builder.finish(under: taken) { try update.run($0, borrowing: $1) }
    }

    /// Whether what is left waits for no more than half a row.
    private var isShort: Bool { !builder.isEmpty && builder.byteCount <= PackBuilder.byteLimit / 2 }

    /// Takes over what the next row keeps, where it does not keep all, or where that joins what is left of a short one before it.
    ///
    /// - Parameters:
    ///   - list: A key of the list.
    ///   - full: Where packs are added that are full.
    /// - Returns: The row; `nil` where the list has no more.
    /// - Throws: ``NodeCorruption``, before anything is taken over.
    private func take(
        from position: Int64, of list: Int64, _ walk: inout RunWalk, _ full: inout [(key: Int64, bytes: [UInt8])],
        _ removed: inout Int64, isFirst: Bool
    ) throws -> (key: Int64, isTaken: Bool)? {
        defer { holding.reset() }
        guard var pack = try row(from: position), pack.key >> KeyRange.counterBits == list >> KeyRange.counterBits else { return nil }
        guard isFirst || pack.first >= position else { throw NodeCorruption() }
        let last = try pack.checkDirectory()
        let keepsAll = walk.next(from: pack.first).map { $0 > last } ?? true
        let joins = isShort && builder.byteCount + pack.byteCount <= PackBuilder.byteLimit
        if keepsAll, !joins { return (pack.key, false) }
        var gone = 0
        while let record = try pack.next() {
            if walk.contains(record.key) {
                gone += 1
                removed += Int64(record.bytes.count) + VersionGarbage.recordBytes
            } else {
                try builder.add(record) { full.append(($0, [UInt8]($1))) }
            }
        }
        guard isFirst, gone == 0 else { return (pack.key, true) }
        builder.removeAll()
        full = []
        return (pack.key, false)
    }

    /// The first row whose key is not below a key. The caller resets the statement.
    private func row(from key: Int64) throws -> Pack? {
        holding.begin(key)
        guard try holding.step() else { return nil }
        return try Pack(key: holding.row[0], bytes: holding.row.bytes(1))
    }
}
