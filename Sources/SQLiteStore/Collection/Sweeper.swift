import Lists

/// Deletes what versions that have left the history alone needed, with statements prepared once.
///
/// Confined to the writer's thread.
final class Sweeper {
    private let packs: PackTable
    private let fact: PreparedStatement
    private let garbage: PreparedStatement
    private let firstChunk: PreparedStatement
    private let deleteChunk: PreparedStatement
    private let deleteVersion: PreparedStatement
    private let deleteParents: PreparedStatement
    private let newestParent: PreparedStatement
    private let deleteName: PreparedStatement

    init(_ connection: Connection, _ packs: PackTable) throws {
        self.packs = packs
        let statement = connection.statement
        fact = try statement("SELECT time, garbage_bytes FROM version WHERE key = ?")
        garbage = try statement("SELECT garbage, garbage_chunks FROM version WHERE key = ?")
        firstChunk = try statement("SELECT chunk, data FROM garbage WHERE version = ? ORDER BY chunk LIMIT 1")
        deleteChunk = try statement("DELETE FROM garbage WHERE version = ? AND chunk = ?")
        deleteVersion = try statement("DELETE FROM version WHERE key = ?")
        deleteParents = try statement("DELETE FROM place WHERE number BETWEEN ? AND ? AND since < ?")
        newestParent = try statement("SELECT since, parent FROM place WHERE number = ? ORDER BY since DESC LIMIT 1")
        deleteName = try statement("DELETE FROM name WHERE list = ? AND kind = ? AND id = ? AND number = ?")
    }

    /// What retention asks of a version; `nil` if it is not there.
    func fact(of version: Int64, list: Int64) throws -> VersionFact? {
        try fact.first(list << KeyRange.counterBits | version) { VersionFact(time: $0["time"], bytes: $0["garbage_bytes"]) }
    }

    /// Deletes what the versions before the first few of `versions` reached and they do not: so many that a step's rows go, or a part of
    /// the first one's. Rows of versions go before their records.
    ///
    /// A pack is written anew once for all versions of the step.
    ///
    /// - Returns: How many rows the step named, and the last version that is done; `nil` where a part of the first is left.
    func sweep(_ versions: ClosedRange<Int64>, list: Int64, limit: Int64) throws -> (rows: Int64, done: Int64?) {
        var rows: Int64 = 0
        var done: Int64?
        var records: [KeyRun] = []
        for version in versions {
            let step: Step
            do { step = try garbage(of: version, list: list) } catch let damage as NodeCorruption {
                // Those before it are done first.
                guard done == nil else { break }
                throw damage
            }
            // What may delete names, or has chunks, is a step of its own.
            guard step.isPlain else {
                if done != nil { break }
                try deleteVersion.run((list << KeyRange.counterBits | version) - 1)
                return try sweep(step, version: version, list: list)
            }
            try deleteVersion.run((list << KeyRange.counterBits | version) - 1)
            rows += 1
            for run in step.runs {
                rows += run.keys.count
                if run.kind == .record { records.append(run.keys) } else { try deleteParents.run(run.keys.first, run.keys.last, version) }
            }
            done = version
            if rows >= limit { break }
        }
        try packs.remove(records.sorted { $0.first < $1.first })
        return (rows, done)
    }

    /// A step of what a version left behind.
    private struct Step {
        var runs: [GarbageRun] = []
        var mayDeleteNames = false
        /// The row of the table `garbage` that has it.
        var chunk: Int64?

        var isPlain: Bool { !mayDeleteNames && chunk == nil }
    }

    private func garbage(of version: Int64, list: Int64) throws -> Step {
        let key = list << KeyRange.counterBits | version
        var chunks: Int64 = 0
        let inline = try garbage.first(key) { row -> Step? in
            chunks = row["garbage_chunks"]
            return row.isNull("garbage") ? nil : try Self.step(row.bytes("garbage"), list: list)
        }
        if let found = inline, let step = found { return step }
        guard chunks > 0 else { return Step() }
        return try firstChunk.first(key) { try Self.step($0.bytes("data"), list: list, chunk: $0["chunk"]) } ?? Step()
    }

    private static func step(_ bytes: UnsafeRawBufferPointer, list: Int64, chunk: Int64? = nil) throws -> Step {
        let data = try PackedGarbage.unpack(bytes, list: list)
        return Step(runs: data.runs, mayDeleteNames: data.mayDeleteNames, chunk: chunk)
    }

    private func sweep(_ step: Step, version: Int64, list: Int64) throws -> (rows: Int64, done: Int64?) {
        try packs.remove(step.runs.filter { $0.kind == .record }.map(\.keys).sorted { $0.first < $1.first }) { record in
            if step.mayDeleteNames { try deleteName(of: record, version: version, list: list) }
        }
        for run in step.runs where run.kind == .parent { try deleteParents.run(run.keys.first, run.keys.last, version) }
        if let chunk = step.chunk { try deleteChunk.run(list << KeyRange.counterBits | version, chunk) }
        return (step.runs.reduce(1) { $0 + $1.keys.count }, step.chunk == nil ? version : nil)
    }

    /// Deletes the name and the last parent of an item or section that the version deleted, and that was not inserted again since.
    private func deleteName(of record: Pack.Record, version: Int64, list: Int64) throws {
        let number: Number
        let id: Identifier
        let kind: NameKind
        switch record.kind {
        case .item:
            let item = try StoredItem(key: record.key, stored: record.bytes)
            (number, id, kind) = (item.number, Identifier(verbatim: String(decoding: item.id, as: UTF8.self)), .item)
        case .section:
            let section = try SectionRevision(key: record.key, stored: record.bytes)
            (number, id, kind) = (section.number, section.id, .section)
        case .node, .properties: return
        }
        let isGone = try newestParent.first(number) { $0["since"] == version && $0["parent"] == (0 as Number) }
        guard isGone == true else { return }
        try deleteParents.run(number, number, version + 1)
        try deleteName.run(list, kind.rawValue, id.text, number)
    }
}
