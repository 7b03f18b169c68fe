import Lists

/// Deletes what versions that have left the history alone needed, with statements prepared once.
///
/// Confined to the writer's thread.
final class Sweeper {
    /// The outcome of one step.
    struct Step {
        /// How many rows it named.
        var rows: Int64
        /// The last version that is done; `nil` where a part of it is left.
        var done: Int64?
        /// Approximate bytes of the versions' garbage.
        var garbageBytes: Int64 = 0
        /// Bytes of what it deleted: records that it took out of their packs, and rows.
        var removedBytes: Int64 = 0
        /// Bytes of those that it left to ``DeadSweeper``, about.
        var deadBytes: Int64 = 0
    }

    private let packs: PackTable
    private let dead: DeadSweeper
    private let fact: PreparedStatement
    private let laterTime: PreparedStatement
    private let garbage: PreparedStatement
    private let firstChunk: PreparedStatement
    private let deleteChunk: PreparedStatement
    private let deleteVersions: PreparedStatement
    private let deleteParents: PreparedStatement
    private let newestParent: PreparedStatement
    private let deleteName: PreparedStatement

    init(_ connection: DatabaseConnection, _ packs: PackTable, _ dead: DeadSweeper) throws {
        self.packs = packs
        self.dead = dead
        let statement = connection.statement
        fact = try statement("SELECT time, garbage_bytes FROM version WHERE key = ?")
        laterTime = try statement(
            """
            SELECT time FROM (SELECT time FROM version WHERE key BETWEEN ?1 + 1 AND ?2 ORDER BY key LIMIT \(StoredTime.searched))
            WHERE time <= ?3 LIMIT 1
            """)
        garbage = try statement(
            "SELECT key, garbage, garbage_chunks, garbage_bytes FROM version WHERE key BETWEEN ? AND ? ORDER BY key")
        firstChunk = try statement("SELECT chunk, data FROM garbage WHERE version = ? ORDER BY chunk LIMIT 1")
        deleteChunk = try statement("DELETE FROM garbage WHERE version = ? AND chunk = ?")
        deleteVersions = try statement("DELETE FROM version WHERE key BETWEEN ? AND ?")
        deleteParents = try statement("DELETE FROM parent WHERE number BETWEEN ? AND ? AND since < ?")
        newestParent = try statement("SELECT since, parent FROM parent WHERE number = ? ORDER BY since DESC LIMIT 1")
        deleteName = try statement("DELETE FROM name WHERE list = ? AND kind = ? AND id = ? AND number = ?")
    }

    /// The facts by which retention judges a version; `nil` if it is not there.
    ///
    /// A time after now is one of a clock that was wrong. The version was made before the next one whose time is not, and before the last
    /// of many.
    ///
    /// - Parameters:
    ///   - head: The list's newest version.
    ///   - now: Milliseconds since 1970.
    func fact(of version: Int64, head: Int64, list: Int64, now: Int64) throws -> VersionFact? {
        let base = list << KeyRange.counterBits
        let stored = try fact.first(base | version) { VersionFact(time: $0["time"], bytes: max(0, min($0["garbage_bytes"], 1 << 60))) }
        guard var found = stored, found.time > now else { return stored }
        if let time: Int64 = try laterTime.value(base | version, base | head, now) {
            found.time = time
        } else {
            found.time = head - version >= StoredTime.searched ? .min : now
        }
        return found
    }

    /// Deletes what the versions before the first few of `versions` reached and they do not: so many that a step's rows go, or a part of
    /// the first one's. Where a pack can't be read the versions stay, and what names the records that are left.
    ///
    /// Records that lie beside each other are taken out of their packs, each of which is written once for all versions of the step. Those
    /// that lie alone are left to ``DeadSweeper``.
    func sweep(_ versions: ClosedRange<Int64>, list: Int64, limit: Int64) throws -> Step {
        let base = list << KeyRange.counterBits
        let garbage = try garbage(of: versions, list: list, limit: limit)
        let last = garbage.last?.version ?? versions.upperBound
        var step = Step(rows: Int64(garbage.count) + 1, done: last)
        var records: [KeyRun] = []
        // How many rows of the table `parent` go, and what their versions said of them.
        var (parents, named): (Int64, Int64) = (0, 0)
        for part in garbage {
            let own = part.runs.filter { $0.kind == .record }.map(\.keys)
            if part.mayDeleteNames {
                try packs.forEachRecord(of: own.sorted { $0.first < $1.first }) {
                    parents += try deleteName(of: $0, part.version, list: list)
                }
            }
            for name in part.names { parents += try deleteName(.item, name.id, name.number, part.version, list: list) }
            records += own
            step.garbageBytes &+= part.bytes
            for run in part.runs {
                step.rows += run.keys.count
                guard run.kind == .parent else { continue }
                named += run.keys.count
                parents += try deleteParents.changes(run.keys.first, run.keys.last, part.version)
            }
        }
        let (neighbours, scattered) = KeyRun.partitioned(records)
        let removed = try packs.remove(neighbours)
        if !scattered.isEmpty {
            step.deadBytes = max(Int64(scattered.count), step.garbageBytes &- named * VersionGarbage.rowBytes &- removed)
            try dead.add(scattered, bytes: step.deadBytes, list: list)
        }
        step.removedBytes = removed &+ parents * VersionGarbage.rowBytes
        try deleteVersions.run((base | versions.lowerBound) - 1, (base | last) - 1)
        if let part = garbage.first, let chunk = part.chunk {
            try deleteChunk.run(base | part.version, chunk)
            step.done = nil
        }
        return step
    }

    /// The garbage of a version, or a part of it.
    private struct Garbage {
        let version: Int64
        let runs: [GarbageRun]
        let names: [DeletedName]
        let mayDeleteNames: Bool
        /// Its approximate bytes.
        let bytes: Int64
        /// The row of the table `garbage` that has it.
        let chunk: Int64?

        init(_ data: UnsafeRawBufferPointer?, version: Int64, list: Int64, bytes: Int64, chunk: Int64? = nil) throws {
            let unpacked = try data.map { try PackedGarbage.unpack($0, list: list) }
            self.version = version
            runs = unpacked?.runs ?? []
            names = unpacked?.names ?? []
            mayDeleteNames = unpacked?.mayDeleteNames ?? false
            self.bytes = bytes
            self.chunk = chunk
        }
    }

    /// The garbage of the first few versions. A part of one that has chunks is alone.
    private func garbage(of versions: ClosedRange<Int64>, list: Int64, limit: Int64) throws -> [Garbage] {
        let base = list << KeyRange.counterBits
        var found: [Garbage] = []
        var rows: Int64 = 0
        garbage.begin(base | versions.lowerBound, base | versions.upperBound)
        defer { garbage.reset() }
        while rows < limit, try garbage.step() {
            let row = garbage.row
            let version = (row["key"] as Int64) - base
            if row["garbage_chunks"] as Int64 > 0 {
                guard found.isEmpty else { break }
                return [try chunk(of: version, list: list, bytes: row["garbage_bytes"] / (row["garbage_chunks"] as Int64))]
            }
            do {
                let data = row.isNull("garbage") ? nil : row.bytes("garbage")
                let part = try Garbage(data, version: version, list: list, bytes: row["garbage_bytes"])
                rows += part.runs.reduce(Int64(1 + part.names.count)) { $0 + $1.keys.count }
                found.append(part)
            } catch let damage as NodeCorruption {
                // Records before it are handled first.
                guard !found.isEmpty else { throw damage }
                break
            }
        }
        return found
    }

    /// The first chunk that is left of a version's garbage.
    private func chunk(of version: Int64, list: Int64, bytes: Int64) throws -> Garbage {
        let key = list << KeyRange.counterBits | version
        return try firstChunk.first(key) { try Garbage($0.bytes("data"), version: version, list: list, bytes: bytes, chunk: $0["chunk"]) }
            ?? Garbage(nil, version: version, list: list, bytes: 0)
    }

    /// Deletes the name and the last parent of an item or section that the version deleted, and that was not inserted again since.
    ///
    /// - Returns: How many rows of the table `parent` went.
    private func deleteName(of record: Pack.Record, _ version: Int64, list: Int64) throws -> Int64 {
        switch record.kind {
        case .item:
            let item = try StoredItem(key: record.key, stored: record.bytes)
            let id = Identifier(verbatim: String(decoding: item.id, as: UTF8.self))
            return try deleteName(.item, id, item.number, version, list: list)
        case .section:
            let section = try SectionRevision(key: record.key, stored: record.bytes)
            return try deleteName(.section, section.id, section.number, version, list: list)
        case .node, .properties: return 0
        }
    }

    private func deleteName(_ kind: NameKind, _ id: Identifier, _ number: Number, _ version: Int64, list: Int64) throws -> Int64 {
        let isGone = try newestParent.first(number) { $0["since"] == version && $0["parent"] == (0 as Number) }
        guard isGone == true else { return 0 }
        let parents = try deleteParents.changes(number, number, version + 1)
        try deleteName.run(list, kind.rawValue, id.text, number)
        return parents
    }
}
