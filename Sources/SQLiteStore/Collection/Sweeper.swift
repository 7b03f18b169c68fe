import GRDB
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
    private let deletePlaces: PreparedStatement
    private let itemIDs: PreparedStatement
    private let sectionIDs: PreparedStatement
    private let newestPlace: PreparedStatement
    private let deleteName: PreparedStatement

    init(_ database: Database) throws {
        func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(database, sql) }
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
        deletePlaces = try statement("DELETE FROM place WHERE number BETWEEN ? AND ? AND since < ?")
        itemIDs = try statement("SELECT number, id FROM revision WHERE key BETWEEN ? AND ?")
        sectionIDs = try statement("SELECT number, id FROM section_revision WHERE key BETWEEN ? AND ?")
        newestPlace = try statement("SELECT since, parent FROM place WHERE number = ? ORDER BY since DESC LIMIT 1")
        deleteName = try statement("DELETE FROM name WHERE list = ? AND kind = ? AND id = ? AND number = ?")
    }

    /// What retention asks of a version; `nil` if it is not there.
    func fact(of version: Int64, list: Int64) throws -> VersionFact? {
        fact.bind(0, list << KeyRange.counterBits | version)
        return try fact.first { VersionFact(time: fact.int(0), bytes: fact.int(1)) }
    }

    /// Deletes one step of what the version before `version` reached and `version` does not; its row goes first.
    ///
    /// - Returns: How many rows the step named, and whether it was the last.
    func sweep(_ version: Int64, list: Int64) throws -> (rows: Int64, isDone: Bool) {
        let key = list << KeyRange.counterBits | version
        deleteVersion.bind(0, key - 1)
        try deleteVersion.run()
        garbage.bind(0, key)
        let found = try garbage.first {
            (data: garbage.isNull(0) ? nil : try PackedGarbage.unpack(garbage.bytes(0), list: list), chunks: garbage.int(1))
        }
        guard let found else { return (1, true) }
        if let data = found.data { return (try sweep(data, version: version, list: list) + 1, true) }
        guard found.chunks > 0 else { return (1, true) }
        firstChunk.bind(0, key)
        let chunk = try firstChunk.first {
            (index: firstChunk.int(0), data: try PackedGarbage.unpack(firstChunk.bytes(1), list: list))
        }
        guard let chunk else { return (1, true) }
        let rows = try sweep(chunk.data, version: version, list: list)
        deleteChunk.bind(0, key)
        deleteChunk.bind(1, chunk.index)
        try deleteChunk.run()
        return (rows + 1, false)
    }

    private func sweep(_ data: (mayDeleteNames: Bool, runs: [GarbageRun]), version: Int64, list: Int64) throws -> Int64 {
        var rows: Int64 = 0
        for run in data.runs {
            rows += run.count
            if data.mayDeleteNames { try deleteNames(of: run, version: version, list: list) }
            guard let statement = deleteRuns[run.kind] else {
                try deletePlaces(run.first, run.last, before: version)
                continue
            }
            statement.bind(0, run.first)
            statement.bind(1, run.last)
            try statement.run()
        }
        return rows
    }

    /// Deletes the names and last places of the things that the version deleted, and that were not inserted again since.
    private func deleteNames(of run: GarbageRun, version: Int64, list: Int64) throws {
        let ids: PreparedStatement
        let kind: NameKind
        switch run.kind {
        case .itemRevision: (ids, kind) = (itemIDs, .item)
        case .sectionRevision: (ids, kind) = (sectionIDs, .section)
        case .node, .properties, .place: return
        }
        ids.bind(0, run.first)
        ids.bind(1, run.last)
        defer { ids.reset() }
        while try ids.step() {
            let number = ids.int(0)
            newestPlace.bind(0, number)
            let isGone = try newestPlace.first { newestPlace.int(0) == version && newestPlace.int(1) == 0 }
            guard isGone == true else { continue }
            try deletePlaces(number, number, before: version + 1)
            deleteName.bind(0, list)
            deleteName.bind(1, kind.rawValue)
            deleteName.bind(2, ids.text(1))
            deleteName.bind(3, number)
            try deleteName.run()
        }
    }

    private func deletePlaces(_ first: Number, _ last: Number, before version: Int64) throws {
        deletePlaces.bind(0, first)
        deletePlaces.bind(1, last)
        deletePlaces.bind(2, version)
        try deletePlaces.run()
    }
}
