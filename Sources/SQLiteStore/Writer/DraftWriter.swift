import Lists

/// The outcome of writing a version.
struct WrittenVersion {
    /// The version's whole garbage: its bytes, and the rows that were not stored yet.
    let garbage: (bytes: Int64, rows: Int64)
    /// Bytes of its records and rows of `parent`, all in all.
    let recordBytes: Int64
}

/// Writes the rows of new versions, with statements prepared once.
///
/// Confined to the writer's thread.
final class DraftWriter {
    private let version: PreparedStatement
    private let chunk: PreparedStatement
    private let name: PreparedStatement
    private let newName: PreparedStatement
    private let placement: PreparedStatement
    private let staleParent: PreparedStatement
    private let type: PreparedStatement
    private let insertList: PreparedStatement
    private let updateList: PreparedStatement
    private let endList: PreparedStatement
    private let pack: PreparedStatement
    private let packs: PackTable
    private var builder = PackBuilder()
    /// The numbers to which the open transaction has given other parents.
    private(set) var placed: Set<Number> = []

    init(_ connection: DatabaseConnection, _ packs: PackTable) throws {
        self.packs = packs
        pack = try connection.statement(PackBuilder.insertion)
        version = try connection.statement("INSERT INTO version (\(Self.versionColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        chunk = try connection.statement("INSERT INTO garbage VALUES (?, ?, ?)")
        name = try connection.statement("INSERT INTO name VALUES (?, ?, ?, ?)")
        newName = try connection.statement("INSERT INTO name VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        placement = try connection.statement("INSERT INTO parent VALUES (?, ?, ?)")
        staleParent = try connection.statement("DELETE FROM parent WHERE number = ? AND since = ?")
        type = try connection.statement("INSERT INTO type_name VALUES (?, ?, ?)")
        insertList = try connection.statement("INSERT INTO list (\(IncarnationRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        // Columns of an index are left alone, or the index would be written as well.
        updateList = try connection.statement(
            """
            UPDATE list SET head = ?, oldest = ?, collected = ?, counter = ?, history_bytes = ?, record_bytes = ?, dead_bytes = ?
            WHERE number = ?
            """)
        endList = try connection.statement("UPDATE list SET deleted = ?, has_rows = ? WHERE number = ?")
    }

    private static let versionColumns =
        """
        key, root, root_number, section_count, item_count, properties, time, garbage, garbage_chunks, garbage_bytes, author, source,
        source_before
        """

    /// Writes all that a version has and its predecessor had not.
    ///
    /// - Parameter stored: The parts of the version that are stored already.
    func write(_ draft: VersionDraft, after stored: StoredParts = StoredParts()) throws -> WrittenVersion {
        let recordBytes = try writeRecords(draft.rows, draft.hasNewProperties ? draft.head : nil)
        try writeRows(draft.rows, version: draft.head.version, list: draft.head.number)
        for item in draft.rows.itemNames { try name.run(draft.head.number, NameKind.item.rawValue, item.id.text, item.number) }
        for item in draft.typeNames {
            try type.run(draft.head.number, Int64(item.number), item.name)
        }
        return WrittenVersion(
            garbage: try writeVersion(draft, after: stored), recordBytes: stored.recordBytes + recordBytes + bytes(ofPlaces: draft.rows))
    }

    /// Writes a part of the rows of a version that is still to come, the garbage that it will leave behind among them. Ids that the list
    /// has already are noted in the long write.
    ///
    /// - Parameter head: The version, where its properties go with the part.
    func write(_ rows: VersionRows, of longWrite: LongWrite, withPropertiesOf head: ListHead? = nil) throws {
        // Keys are given out as the records are made, so a part's are above all that were stored before.
        let recordBytes = try writeRecords(rows, head) + bytes(ofPlaces: rows)
        try writeRows(rows, version: longWrite.version, list: longWrite.list)
        for item in rows.itemNames
        where try newName.changes(longWrite.list, NameKind.item.rawValue, item.id.text, item.number) == 0 {
            longWrite.add(repeated: item.id)
        }
        let runs = rows.garbage.runs
        let packed = PackedGarbage(rows.garbage, runs: runs, list: longWrite.list)
        try writeChunks(packed.chunks, from: longWrite.parts.chunks, of: longWrite.list << KeyRange.counterBits | longWrite.version)
        longWrite.add(
            StoredParts(chunks: Int64(packed.chunks.count), garbageBytes: try bytes(of: rows.garbage), recordBytes: recordBytes))
    }

    /// Writes all records in the order of their keys.
    ///
    /// - Parameter head: The version, where it has new properties.
    /// - Returns: The bytes of all records.
    private func writeRecords(_ rows: VersionRows, _ head: ListHead?) throws -> Int64 {
        // The builder is accessed once for all of them: each access to an object's variable is checked as it runs.
        try Self.pack(rows, head, with: &builder) { [pack] in try pack.run($0, borrowing: $1) }
    }

    private static func pack(
        _ rows: VersionRows, _ head: ListHead?, with builder: inout PackBuilder, store: (Int64, UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int64 {
        var itemNodes = rows.itemNodes[...]
        var sectionNodes = rows.sectionNodes[...]
        var items = rows.itemRevisions[...]
        var sections = rows.sectionRevisions[...]
        var bytes: Int64 = 0
        while true {
            let keys = (
                itemNodes.first?.key ?? .max, sectionNodes.first?.key ?? .max, items.first?.key ?? .max, sections.first?.key ?? .max
            )
            let key = min(keys.0, keys.1, keys.2, keys.3)
            if key == .max { break }
            let kind: RecordKind
            if key == keys.2, let item = items.popFirst() {
                item.store(to: &builder.encoder)
                kind = .item
            } else if key == keys.0, let node = itemNodes.popFirst() {
                node.store(to: &builder.encoder)
                kind = .node
            } else if key == keys.1, let node = sectionNodes.popFirst() {
                node.store(to: &builder.encoder)
                kind = .node
            } else if let section = sections.popFirst() {
                section.store(to: &builder.encoder)
                kind = .section
            } else {
                break
            }
            bytes += try Int64(builder.add(key, kind, store: store)) + VersionGarbage.recordBytes
        }
        if let head {
            head.properties.store(to: &builder.encoder)
            bytes += try Int64(builder.add(head.propertiesKey, .properties, store: store)) + VersionGarbage.recordBytes
        }
        try builder.finish(store)
        return bytes
    }

    /// Deletes the parents that parts of a long write have given to things which its last rows put elsewhere, or end.
    func deleteStale(_ rows: VersionRows, of longWrite: LongWrite) throws {
        var count: Int64 = 0
        for row in rows.placements { count += try staleParent.changes(row.number, longWrite.version) }
        // Nodes that were made by a part, and are no more.
        for number in rows.garbage.replacedPlacements { count += try staleParent.changes(number, longWrite.version) }
        longWrite.add(StoredParts(recordBytes: -count * VersionGarbage.rowBytes))
    }

    /// Writes all other rows but the names of items.
    private func writeRows(_ rows: VersionRows, version: Int64, list: Int64) throws {
        for item in rows.sectionNames { try name.run(list, NameKind.section.rawValue, item.id.text, item.number) }
        for row in rows.placements {
            try placement.run(row.number, version, row.parent)
            placed.insert(row.number)
        }
    }

    /// Takes in that the transaction has ended.
    func forgetPlaced() { placed = [] }

    private func bytes(ofPlaces rows: VersionRows) -> Int64 { Int64(rows.placements.count) * VersionGarbage.rowBytes }

    /// Approximate bytes of a version's garbage in the database.
    private func bytes(of garbage: VersionGarbage) throws -> Int64 {
        guard !garbage.unmeasured.isEmpty else { return garbage.measuredBytes }
        return try garbage.measuredBytes + packs.bytes(of: KeyRun.runs(of: garbage.unmeasured))
    }

    private func writeVersion(_ draft: VersionDraft, after stored: StoredParts) throws -> (bytes: Int64, rows: Int64) {
        let head = draft.head
        let key = head.number << KeyRange.counterBits | head.version
        let garbage = draft.rows.garbage
        let runs = garbage.runs
        let bytes = try stored.garbageBytes + bytes(of: garbage)
        let packed = PackedGarbage(garbage, runs: runs, list: head.number)
        let isChunked = stored.chunks > 0 || packed.chunks.count > 1
        let root = head.sections.root
        try version.run(
            key, NullableNumber(root?.key), NullableNumber(root?.number), head.sectionCount, head.itemCount, head.propertiesKey,
            head.updatedAt,
            isChunked ? nil : packed.chunks.first, isChunked ? stored.chunks + Int64(packed.chunks.count) : 0, bytes, draft.author,
            NullableNumber(draft.origin?.source), NullableNumber(draft.origin?.before))
        if isChunked { try writeChunks(packed.chunks, from: stored.chunks, of: key) }
        return (bytes, packed.rows)
    }

    private func writeChunks(_ chunks: [[UInt8]], from first: Int64, of version: Int64) throws {
        for (index, data) in chunks.enumerated() {
            try chunk.run(version, first + Int64(index), data)
        }
    }

    /// Writes an incarnation's row.
    func write(_ incarnation: Incarnation) throws {
        let row = incarnation.row
        if incarnation.isNew {
            return try insertList.run(
                row.number, row.id, row.base, row.head, row.oldest, row.collected, row.counter, row.createdAt, row.deleted, row.hasRows,
                row.historyBytes, row.recordBytes, row.deadBytes)
        }
        try updateList.run(
            row.head, row.oldest, row.collected, row.counter, row.historyBytes, row.recordBytes, row.deadBytes, row.number)
        if row.deleted != nil { try endList.run(row.deleted, row.hasRows, row.number) }
    }
}
