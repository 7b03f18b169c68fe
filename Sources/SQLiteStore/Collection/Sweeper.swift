import Lists

/// Deletes the rows of versions that have left the history, with statements prepared once.
///
/// Confined to the writer's thread.
final class Sweeper {
    private let fact: PreparedStatement
    private let garbage: PreparedStatement
    private let firstChunk: PreparedStatement
    private let deleteChunk: PreparedStatement
    private let deleteVersion: PreparedStatement
    private let deleteRuns: [GarbageRun.Kind: PreparedStatement]
    private let deleteParents: PreparedStatement
    private let itemIDs: PreparedStatement
    private let sectionIDs: PreparedStatement
    private let newestParent: PreparedStatement
    private let deleteName: PreparedStatement

    init(_ connection: Connection) throws {
        let statement = connection.statement
        fact = try statement("SELECT time, garbage_bytes FROM version WHERE key = ?")
        garbage = try statement("SELECT garbage, garbage_chunks FROM version WHERE key = ?")
        firstChunk = try statement("SELECT chunk, data FROM garbage WHERE version = ? ORDER BY chunk LIMIT 1")
        deleteChunk = try statement("DELETE FROM garbage WHERE version = ? AND chunk = ?")
        deleteVersion = try statement("DELETE FROM version WHERE key = ?")
        deleteRuns = [
            .node: try statement("DELETE FROM node WHERE key BETWEEN ? AND ?"),
            .itemRevision: try statement("DELETE FROM revision WHERE key BETWEEN ? AND ?"),
            .sectionRevision: try statement("DELETE FROM section_revision WHERE key BETWEEN ? AND ?"),
            .properties: try statement("DELETE FROM properties WHERE key BETWEEN ? AND ?"),
        ]
        deleteParents = try statement("DELETE FROM place WHERE number BETWEEN ? AND ? AND since < ?")
        itemIDs = try statement("SELECT number, id FROM revision WHERE key BETWEEN ? AND ?")
        sectionIDs = try statement("SELECT number, id FROM section_revision WHERE key BETWEEN ? AND ?")
        newestParent = try statement("SELECT since, parent FROM place WHERE number = ? ORDER BY since DESC LIMIT 1")
        deleteName = try statement("DELETE FROM name WHERE list = ? AND kind = ? AND id = ? AND number = ?")
    }

    /// What retention asks of a version; `nil` if it is not there.
    func fact(of version: Int64, list: Int64) throws -> VersionFact? {
        try fact.first(list << KeyRange.counterBits | version) { VersionFact(time: $0["time"], bytes: $0["garbage_bytes"]) }
    }

    /// Deletes one step of what the version before `version` reached and `version` does not; its row goes first.
    ///
    /// - Returns: How many rows the step named, and whether it was the last.
    func sweep(_ version: Int64, list: Int64) throws -> (rows: Int64, isDone: Bool) {
        let key = list << KeyRange.counterBits | version
        try deleteVersion.run(key - 1)
        let found = try garbage.first(key) { row in
            (
                data: row.isNull("garbage") ? nil : try PackedGarbage.unpack(row.bytes("garbage"), list: list),
                chunks: row["garbage_chunks"] as Int64
            )
        }
        guard let found else { return (1, true) }
        if let data = found.data { return (try sweep(data, version: version, list: list) + 1, true) }
        guard found.chunks > 0 else { return (1, true) }
        let chunk = try firstChunk.first(key) { row in
            (index: row["chunk"] as Int64, data: try PackedGarbage.unpack(row.bytes("data"), list: list))
        }
        guard let chunk else { return (1, true) }
        let rows = try sweep(chunk.data, version: version, list: list)
        try deleteChunk.run(key, chunk.index)
        return (rows + 1, false)
    }

    private func sweep(_ data: (mayDeleteNames: Bool, runs: [GarbageRun]), version: Int64, list: Int64) throws -> Int64 {
        var rows: Int64 = 0
        for run in data.runs {
            rows += run.count
            if data.mayDeleteNames { try deleteNames(of: run, version: version, list: list) }
            guard let statement = deleteRuns[run.kind] else {
                try deleteParents.run(run.first, run.last, version)
                continue
            }
            try statement.run(run.first, run.last)
        }
        return rows
    }

    /// Deletes the names and last parents of the items and sections that the version deleted, and that were not inserted again since.
    private func deleteNames(of run: GarbageRun, version: Int64, list: Int64) throws {
        let ids: PreparedStatement
        let kind: NameKind
        switch run.kind {
        case .itemRevision: (ids, kind) = (itemIDs, .item)
        case .sectionRevision: (ids, kind) = (sectionIDs, .section)
        case .node, .properties, .parent: return
        }
        ids.begin(run.first, run.last)
        defer { ids.reset() }
        let row = ids.row
        while try ids.step() {
            let number: Number = row["number"]
            let isGone = try newestParent.first(number) { $0["since"] == version && $0["parent"] == (0 as Number) }
            guard isGone == true else { continue }
            try deleteParents.run(number, number, version + 1)
            try deleteName.run(list, kind.rawValue, row["id"] as String, number)
        }
    }
}
