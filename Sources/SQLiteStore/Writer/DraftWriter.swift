import JSON
import Lists

/// What writing a version has come to.
struct WrittenVersion {
    /// What the version leaves behind, all in all: its bytes, and the rows that were not stored yet.
    let garbage: (bytes: Int64, rows: Int64)
    /// The stored forms of the draft's nodes: of those of items, then of those of sections.
    let nodes: [[UInt8]]
}

/// Writes the rows of new versions, with statements prepared once.
///
/// Confined to the writer's thread.
final class DraftWriter {
    private let version: PreparedStatement
    private let chunk: PreparedStatement
    private let properties: PreparedStatement
    private let node: PreparedStatement
    private let revision: PreparedStatement
    private let section: PreparedStatement
    private let name: PreparedStatement
    private let newName: PreparedStatement
    private let placement: PreparedStatement
    private let type: PreparedStatement
    private let insertList: PreparedStatement
    private let updateList: PreparedStatement
    private let sizes: GarbageSizes

    init(_ connection: Connection) throws {
        version = try connection.statement("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        chunk = try connection.statement("INSERT INTO garbage VALUES (?, ?, ?)")
        properties = try connection.statement("INSERT INTO properties VALUES (?, ?, ?, ?, ?)")
        node = try connection.statement("INSERT INTO node VALUES (?, ?)")
        revision = try connection.statement("INSERT INTO revision VALUES (?, ?, ?, ?, ?)")
        section = try connection.statement("INSERT INTO section_revision VALUES (?, ?, ?, ?, ?, ?)")
        name = try connection.statement("INSERT INTO name VALUES (?, ?, ?, ?)")
        newName = try connection.statement("INSERT INTO name VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        placement = try connection.statement("INSERT INTO place VALUES (?, ?, ?)")
        type = try connection.statement("INSERT INTO type_name VALUES (?, ?, ?)")
        insertList = try connection.statement("INSERT INTO list (\(ListRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        updateList = try connection.statement(
            """
            UPDATE list SET head = ?, floor = ?, collected = ?, counter = ?, deleted = ?, has_rows = ?, history_bytes = ?
            WHERE number = ?
            """)
        sizes = try GarbageSizes(connection)
    }

    /// Writes all that a version has and its predecessor had not.
    ///
    /// - Parameter stored: The garbage of the version that is stored already.
    func write(_ draft: VersionDraft, after stored: StoredGarbage = StoredGarbage()) throws -> WrittenVersion {
        let nodes = try writeRows(draft.rows, version: draft.head.version, list: draft.head.number)
        for item in draft.rows.itemNames { try name.run(draft.head.number, NameKind.item.rawValue, item.id.text, item.number) }
        for item in draft.typeNames {
            try type.run(draft.head.number, Int64(item.number), item.name)
        }
        if draft.hasNewProperties { try writeProperties(draft.head) }
        return WrittenVersion(garbage: try writeVersion(draft, after: stored), nodes: nodes)
    }

    /// Writes a part of the rows of a version that is still to come, the garbage that it will leave behind among them. Ids that the list
    /// has already are noted in the long write.
    func write(_ rows: VersionRows, of longWrite: LongWrite) throws {
        _ = try writeRows(rows, version: longWrite.version, list: longWrite.list)
        for item in rows.itemNames
        where try newName.changes(longWrite.list, NameKind.item.rawValue, item.id.text, item.number) == 0 {
            longWrite.add(repeated: item.id)
        }
        let runs = rows.garbage.runs
        let packed = PackedGarbage(rows.garbage, runs: runs, list: longWrite.list)
        try writeChunks(packed.chunks, from: longWrite.garbage.chunks, of: longWrite.list << KeyRange.counterBits | longWrite.version)
        longWrite.add(
            StoredGarbage(chunks: Int64(packed.chunks.count), bytes: try rows.garbage.nodeBytes + sizes.bytes(of: runs)))
    }

    /// - Returns: The stored forms of the nodes, as ``WrittenVersion`` has them.
    private func writeRows(_ rows: VersionRows, version: Int64, list: Int64) throws -> [[UInt8]] {
        var nodes: [[UInt8]] = []
        nodes.reserveCapacity(rows.itemNodes.count + rows.sectionNodes.count)
        for item in rows.itemNodes { nodes.append(try written(item.key, item.encoded())) }
        for item in rows.sectionNodes { nodes.append(try written(item.key, item.encoded())) }
        for item in rows.itemRevisions { try write(item) }
        for item in rows.sectionRevisions { try write(item) }
        for item in rows.sectionNames { try name.run(list, NameKind.section.rawValue, item.id.text, item.number) }
        for row in rows.placements {
            try placement.run(row.number, version, row.parent)
        }
        return nodes
    }

    private func written(_ key: NodeKey, _ bytes: [UInt8]) throws -> [UInt8] {
        try node.run(key, bytes)
        return bytes
    }

    private func write(_ item: ItemRevision) throws {
        try revision.run(item.key, item.number, item.version, item.id.text, item.value.text)
    }

    private func write(_ item: SectionRevision) throws {
        try section.run(
            item.key, item.number, item.id.text, item.content.header.stored, item.content.footer.stored, item.content.metadata.text)
    }

    private func writeProperties(_ head: ListHead) throws {
        try properties.run(
            head.propertiesKey, head.properties.title, head.properties.metadata.text, head.properties.defaultType, head.properties.identity)
    }

    private func writeVersion(_ draft: VersionDraft, after stored: StoredGarbage) throws -> (bytes: Int64, rows: Int64) {
        let head = draft.head
        let key = head.number << KeyRange.counterBits | head.version
        let garbage = draft.rows.garbage
        let runs = garbage.runs
        let bytes = try stored.bytes + garbage.nodeBytes + sizes.bytes(of: runs)
        let packed = PackedGarbage(garbage, runs: runs, list: head.number)
        let isChunked = stored.chunks > 0 || packed.chunks.count > 1
        try version.run(
            key, head.sections.root?.key, head.sections.root?.number, head.sectionCount, head.itemCount, head.propertiesKey, head.updatedAt,
            isChunked ? nil : packed.chunks.first, isChunked ? stored.chunks + Int64(packed.chunks.count) : 0, bytes, draft.author)
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
                row.historyBytes)
        }
        try updateList.run(row.head, row.oldest, row.collected, row.counter, row.deleted, row.hasRows, row.historyBytes, row.number)
    }
}
