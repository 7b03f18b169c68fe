import GRDB
import JSON
import Lists

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
    private let place: PreparedStatement
    private let type: PreparedStatement
    private let insertList: PreparedStatement
    private let updateList: PreparedStatement
    private let sizes: GarbageSizes

    init(_ database: Database) throws {
        version = try PreparedStatement(database, "INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        chunk = try PreparedStatement(database, "INSERT INTO garbage VALUES (?, ?, ?)")
        properties = try PreparedStatement(database, "INSERT INTO properties VALUES (?, ?, ?, ?, ?)")
        node = try PreparedStatement(database, "INSERT INTO node VALUES (?, ?)")
        revision = try PreparedStatement(database, "INSERT INTO revision VALUES (?, ?, ?, ?, ?)")
        section = try PreparedStatement(database, "INSERT INTO section_revision VALUES (?, ?, ?, ?, ?, ?)")
        name = try PreparedStatement(database, "INSERT INTO name VALUES (?, ?, ?, ?)")
        place = try PreparedStatement(database, "INSERT INTO place VALUES (?, ?, ?)")
        type = try PreparedStatement(database, "INSERT INTO type_name VALUES (?, ?, ?)")
        insertList = try PreparedStatement(database, "INSERT INTO list (\(ListRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        updateList = try PreparedStatement(
            database,
            """
            UPDATE list SET head = ?, floor = ?, collected = ?, counter = ?, deleted = ?, has_rows = ?, history_bytes = ?
            WHERE number = ?
            """)
        sizes = try GarbageSizes(database)
    }

    /// Writes all that a version has and its predecessor had not.
    ///
    /// - Parameter stored: The garbage of the version that is stored already.
    /// - Returns: What the version leaves behind, all in all: its bytes, and the rows that were not stored yet.
    func write(_ draft: VersionDraft, after stored: StoredGarbage = StoredGarbage()) throws -> (bytes: Int64, rows: Int64) {
        try writeRows(draft.rows, version: draft.head.version, list: draft.head.number)
        for item in draft.typeNames {
            type.bind(0, draft.head.number)
            type.bind(1, Int64(item.number))
            type.bind(2, item.name)
            try type.run()
        }
        if draft.hasNewProperties { try writeProperties(draft.head) }
        return try writeVersion(draft, after: stored)
    }

    /// Writes a part of the rows of a version that is still to come, the garbage that it will leave behind among them.
    func stage(_ rows: VersionRows, of staging: Staging) throws {
        try writeRows(rows, version: staging.version, list: staging.list)
        let runs = rows.garbage.runs
        let packed = PackedGarbage(rows.garbage, runs: runs, list: staging.list)
        try writeChunks(packed.chunks, from: staging.garbage.chunks, of: staging.list << KeyRange.counterBits | staging.version)
        staging.garbage.chunks += Int64(packed.chunks.count)
        staging.garbage.bytes += try rows.garbage.nodeBytes + sizes.bytes(of: runs)
    }

    private func writeRows(_ rows: VersionRows, version: Int64, list: Int64) throws {
        for item in rows.itemNodes { try write(node: item.key, item.encoded()) }
        for item in rows.sectionNodes { try write(node: item.key, item.encoded()) }
        for item in rows.itemRevisions { try write(item) }
        for item in rows.sectionRevisions { try write(item) }
        try writeNames(rows, list: list)
        for placement in rows.placements {
            place.bind(0, placement.number)
            place.bind(1, version)
            place.bind(2, placement.parent)
            try place.run()
        }
    }

    private func write(node key: NodeKey, _ bytes: [UInt8]) throws {
        node.bind(0, key)
        node.bind(1, bytes)
        try node.run()
    }

    private func write(_ item: ItemRevision) throws {
        revision.bind(0, item.key)
        revision.bind(1, item.number)
        revision.bind(2, item.version)
        revision.bind(3, item.id.text)
        revision.bind(4, item.value.text)
        try revision.run()
    }

    private func write(_ item: SectionRevision) throws {
        section.bind(0, item.key)
        section.bind(1, item.number)
        section.bind(2, item.id.text)
        section.bind(3, item.content.header.isNull ? nil : item.content.header.text)
        section.bind(4, item.content.footer.isNull ? nil : item.content.footer.text)
        section.bind(5, item.content.metadata.text)
        try section.run()
    }

    private func writeNames(_ rows: VersionRows, list: Int64) throws {
        name.bind(0, list)
        name.bind(1, NameKind.item.rawValue)
        for item in rows.itemNames { try write(item.id, item.number) }
        name.bind(1, NameKind.section.rawValue)
        for item in rows.sectionNames { try write(item.id, item.number) }
    }

    private func write(_ id: Identifier, _ number: Number) throws {
        name.bind(2, id.text)
        name.bind(3, number)
        try name.run()
    }

    private func writeProperties(_ head: ListHead) throws {
        properties.bind(0, head.propertiesKey)
        properties.bind(1, head.properties.title)
        properties.bind(2, head.properties.metadata.text)
        properties.bind(3, head.properties.defaultType)
        properties.bind(4, head.properties.identity)
        try properties.run()
    }

    private func writeVersion(_ draft: VersionDraft, after stored: StoredGarbage) throws -> (bytes: Int64, rows: Int64) {
        let head = draft.head
        let key = head.number << KeyRange.counterBits | head.version
        let garbage = draft.rows.garbage
        let runs = garbage.runs
        let bytes = try stored.bytes + garbage.nodeBytes + sizes.bytes(of: runs)
        let packed = PackedGarbage(garbage, runs: runs, list: head.number)
        let isChunked = stored.chunks > 0 || packed.chunks.count > 1
        version.bind(0, key)
        version.bind(1, head.sections.root?.key)
        version.bind(2, head.sections.root?.number)
        version.bind(3, Int64(head.sectionCount))
        version.bind(4, Int64(head.itemCount))
        version.bind(5, head.propertiesKey)
        version.bind(6, head.updatedAt)
        version.bind(7, isChunked ? nil : packed.chunks.first)
        version.bind(8, isChunked ? stored.chunks + Int64(packed.chunks.count) : 0)
        version.bind(9, bytes)
        version.bind(10, draft.author)
        try version.run()
        if isChunked { try writeChunks(packed.chunks, from: stored.chunks, of: key) }
        return (bytes, packed.rows)
    }

    private func writeChunks(_ chunks: [[UInt8]], from first: Int64, of version: Int64) throws {
        for (index, data) in chunks.enumerated() {
            chunk.bind(0, version)
            chunk.bind(1, first + Int64(index))
            chunk.bind(2, data)
            try chunk.run()
        }
    }

    /// Writes a life's row.
    func write(_ life: Life) throws {
        let row = life.row
        if life.isNew {
            insertList.bind(0, row.number)
            insertList.bind(1, row.id)
            insertList.bind(2, row.base)
            insertList.bind(3, row.head)
            insertList.bind(4, row.floor)
            insertList.bind(5, row.collected)
            insertList.bind(6, row.counter)
            insertList.bind(7, row.createdAt)
            insertList.bind(8, row.deleted)
            insertList.bind(9, row.hasRows ? 1 : 0)
            insertList.bind(10, row.historyBytes)
            return try insertList.run()
        }
        updateList.bind(0, row.head)
        updateList.bind(1, row.floor)
        updateList.bind(2, row.collected)
        updateList.bind(3, row.counter)
        updateList.bind(4, row.deleted)
        updateList.bind(5, row.hasRows ? 1 : 0)
        updateList.bind(6, row.historyBytes)
        updateList.bind(7, row.number)
        try updateList.run()
    }
}
