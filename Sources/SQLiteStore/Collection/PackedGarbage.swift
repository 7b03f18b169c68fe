import Lists

/// The garbage of a version in its stored form: chunks, each of no more rows than one step of the collector takes.
///
/// A chunk is a byte that says whether the version deleted items or sections, then runs of neighbouring keys: the kind, the distance
/// from the run before in zigzag form, the length, all as integers of seven bits a byte.
struct PackedGarbage {
    /// The most rows that a chunk names.
    static let rowsPerChunk: Int64 = 1000

    /// The bit of a chunk's first byte that says that ids may go with the revisions.
    private static let deletionFlag: UInt8 = 1

    private(set) var chunks: [[UInt8]] = []
    /// How many rows all chunks name.
    private(set) var rows: Int64 = 0

    /// Packs what a version left behind.
    init(_ garbage: VersionGarbage, runs: [GarbageRun], list: Int64) {
        let flags = garbage.deletedItems.isEmpty && garbage.deletedSections.isEmpty ? 0 : Self.deletionFlag
        var encoder = NodeEncoder(key: KeyRange.owner(ofList: list))
        var room: Int64 = 0
        for run in runs {
            var first = run.first
            while first <= run.last {
                if room == 0 {
                    if rows > 0 { chunks.append([flags] + encoder.bytes) }
                    encoder = NodeEncoder(key: KeyRange.owner(ofList: list))
                    room = Self.rowsPerChunk
                }
                let count = min(room, run.last - first + 1)
                encoder.appendCount(Int64(run.kind.rawValue))
                encoder.appendNumber(first)
                encoder.appendCount(count)
                first += count
                room -= count
                rows += count
            }
        }
        if rows > 0 { chunks.append([flags] + encoder.bytes) }
    }

    /// Reads a chunk.
    static func unpack(_ bytes: UnsafeRawBufferPointer, list: Int64) throws -> (mayDeleteNames: Bool, runs: [GarbageRun]) {
        guard let flags = bytes.first else { throw NodeCorruption() }
        var decoder = NodeDecoder(key: KeyRange.owner(ofList: list), bytes: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        var runs: [GarbageRun] = []
        while !decoder.isAtEnd {
            guard let code = UInt8(exactly: try decoder.count()), let kind = GarbageRun.Kind(rawValue: code) else {
                throw NodeCorruption()
            }
            let first = try decoder.number()
            let count = try decoder.count()
            guard KeyRange.keys(ofList: list).contains(first), (1...rowsPerChunk).contains(count) else { throw NodeCorruption() }
            runs.append(GarbageRun(kind: kind, first: first, count: count))
        }
        return (flags & deletionFlag != 0, runs)
    }
}

extension VersionGarbage {
    /// All that goes when the version before leaves the history, in the order in which it goes.
    var runs: [GarbageRun] {
        GarbageRun.runs(.node, of: itemNodes + sectionNodes)
            + GarbageRun.runs(.itemRevision, of: itemRevisions)
            + GarbageRun.runs(.sectionRevision, of: sectionRevisions)
            + GarbageRun.runs(.properties, of: properties)
            + GarbageRun.runs(.parent, of: replacedPlacements)
    }
}

/// Measures what a version leaves behind, while it is still there.
///
/// Confined to the writer's thread.
final class GarbageSizes {
    /// About what a row of `place` takes, and a node's row beside its bytes, which the draft knows.
    private static let rowBytes: Int64 = 24

    private let statements: [GarbageRun.Kind: PreparedStatement]

    init(_ connection: Connection) throws {
        // A row costs its key and its header beside what it holds.
        statements = [
            .itemRevision: try connection.statement(
                "SELECT sum(length(CAST(id AS BLOB)) + length(CAST(value AS BLOB)) + 28) FROM revision WHERE key BETWEEN ? AND ?"),
            .sectionRevision: try connection.statement(
                """
                SELECT sum(length(CAST(id AS BLOB)) + ifnull(length(CAST(header AS BLOB)), 0) + ifnull(length(CAST(footer AS BLOB)), 0)
                + length(CAST(metadata AS BLOB)) + 28) FROM section_revision WHERE key BETWEEN ? AND ?
                """),
            .properties: try connection.statement(
                "SELECT sum(ifnull(length(CAST(title AS BLOB)), 0) + length(CAST(metadata AS BLOB)) + 28) FROM properties WHERE key BETWEEN ? AND ?"
            ),
        ]
    }

    /// Bytes of the rows in the runs, about.
    func bytes(of runs: [GarbageRun]) throws -> Int64 {
        var sum: Int64 = 0
        for run in runs {
            guard let statement = statements[run.kind] else {
                sum += run.count * Self.rowBytes
                continue
            }
            sum += try statement.value(run.first, run.last) ?? 0
        }
        return sum
    }
}
