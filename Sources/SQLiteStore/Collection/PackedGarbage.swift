import Lists

/// The garbage of a version in its stored form: chunks, each of no more rows than one step of the collector takes.
///
/// A chunk is a byte that says whether the version deleted items or sections, then runs of neighbouring keys: the kind, the distance
/// from the run before in zigzag form, the length, all as integers of seven bits a byte.
struct PackedGarbage {
    /// The most rows that a chunk names.
    static let rowsPerChunk: Int64 = 1000

    /// Stands in the place of a run's kind before a name: the item's number and its id behind the length.
    private static let nameCode: Int64 = 3

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
            var first = run.keys.first
            while first <= run.keys.last {
                if room == 0 {
                    endChunk(flags, &encoder)
                    encoder.begin(KeyRange.owner(ofList: list))
                    room = Self.rowsPerChunk
                }
                let count = min(room, run.keys.last - first + 1)
                encoder.appendCount(Int64(run.kind.rawValue))
                encoder.appendNumber(first)
                encoder.appendCount(count)
                first += count
                room -= count
                rows += count
            }
        }
        for name in garbage.deletedNames {
            if room == 0 {
                endChunk(flags, &encoder)
                encoder.begin(KeyRange.owner(ofList: list))
                room = Self.rowsPerChunk
            }
            encoder.appendCount(Self.nameCode)
            encoder.appendNumber(name.number)
            encoder.appendCount(Int64(name.id.text.utf8.count))
            encoder.buffer.append(name.id.text)
            room -= 1
            rows += 1
        }
        endChunk(flags, &encoder)
    }

    private mutating func endChunk(_ flags: UInt8, _ encoder: inout NodeEncoder) {
        guard rows > 0 else { return }
        chunks.append([flags] + encoder.buffer.bytes)
        encoder.buffer.removeAll()
    }

    /// Reads a chunk.
    static func unpack(
        _ bytes: UnsafeRawBufferPointer, list: Int64
    ) throws -> (mayDeleteNames: Bool, runs: [GarbageRun], names: [DeletedName]) {
        guard let flags = bytes.first else { throw NodeCorruption() }
        var decoder = NodeDecoder(key: KeyRange.owner(ofList: list), bytes: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        var runs: [GarbageRun] = []
        var names: [DeletedName] = []
        while !decoder.isAtEnd {
            let code = try decoder.count()
            let first = try decoder.number()
            if code == nameCode {
                names.append(DeletedName(id: Identifier(verbatim: try decoder.text()), number: first))
                continue
            }
            guard let code = UInt8(exactly: code), let kind = GarbageRun.Kind(rawValue: code) else { throw NodeCorruption() }
            let count = try decoder.count()
            guard KeyRange.keys(ofList: list).contains(first), (1...rowsPerChunk).contains(count) else { throw NodeCorruption() }
            runs.append(GarbageRun(kind: kind, keys: KeyRun(first: first, count: count)))
        }
        return (flags & deletionFlag != 0, runs, names)
    }
}

extension VersionGarbage {
    /// About what a row of `parent` takes.
    static let rowBytes: Int64 = 24
    /// About what a record takes in the directory of its pack, with its number and version.
    static let recordBytes: Int64 = 8

    /// All that goes when the version before leaves the history, in the order in which it goes.
    var runs: [GarbageRun] {
        let records = KeyRun.runs(of: itemNodes + sectionNodes + itemRevisions + sectionRevisions + properties)
        return records.map { GarbageRun(kind: .record, keys: $0) }
            + KeyRun.runs(of: replacedPlacements).map { GarbageRun(kind: .parent, keys: $0) }
    }

    /// Approximate bytes in the database, without the contents of revisions that are not measured.
    var measuredBytes: Int64 {
        let records = itemNodes.count + sectionNodes.count + itemRevisions.count + sectionRevisions.count + properties.count
        return nodeBytes + revisionBytes + Int64(records) * Self.recordBytes + Int64(replacedPlacements.count) * Self.rowBytes
            + Int64(deletedNames.count) * Self.rowBytes
    }
}
