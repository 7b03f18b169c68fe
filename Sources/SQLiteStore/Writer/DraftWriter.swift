import GRDB
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
        version = try PreparedStatement(database, "INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
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
    /// - Returns: What the version leaves behind, in bytes and in rows.
    func write(_ draft: VersionDraft) throws -> (bytes: Int64, rows: Int64) {
        for item in draft.rows.itemNodes { try write(node: item.key, item.encoded()) }
        for item in draft.rows.sectionNodes { try write(node: item.key, item.encoded()) }
        for item in draft.rows.itemRevisions { try write(item) }
        for item in draft.rows.sectionRevisions { try write(item) }
        try writeNames(draft)
        for placement in draft.rows.placements {
            place.bind(0, placement.number)
            place.bind(1, draft.head.version)
            place.bind(2, placement.parent)
            try place.run()
        }
        if draft.hasNewProperties { try writeProperties(draft.head) }
        return try writeVersion(draft)
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

    private func writeNames(_ draft: VersionDraft) throws {
        let list = draft.head.number
        name.bind(0, list)
        name.bind(1, NameKind.item.rawValue)
        for item in draft.rows.itemNames { try write(item.id, item.number) }
        name.bind(1, NameKind.section.rawValue)
        for item in draft.rows.sectionNames { try write(item.id, item.number) }
        for item in draft.typeNames {
            type.bind(0, list)
            type.bind(1, Int64(item.number))
            type.bind(2, item.name)
            try type.run()
        }
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

    private func writeVersion(_ draft: VersionDraft) throws -> (bytes: Int64, rows: Int64) {
        let head = draft.head
        let key = head.number << KeyRange.counterBits | head.version
        let runs = draft.rows.garbage.runs
        let bytes = try draft.rows.garbage.nodeBytes + sizes.bytes(of: runs)
        let packed = PackedGarbage(draft.rows.garbage, runs: runs, list: head.number)
        let isChunked = packed.chunks.count > 1
        version.bind(0, key)
        version.bind(1, head.sections.root?.key)
        version.bind(2, head.sections.root?.number)
        version.bind(3, Int64(head.sectionCount))
        version.bind(4, Int64(head.itemCount))
        version.bind(5, head.propertiesKey)
        version.bind(6, head.updatedAt)
        version.bind(7, isChunked ? nil : packed.chunks.first)
        version.bind(8, isChunked ? Int64(packed.chunks.count) : 0)
        version.bind(9, bytes)
        try version.run()
        guard isChunked else { return (bytes, packed.rows) }
        for (index, data) in packed.chunks.enumerated() {
            chunk.bind(0, key)
            chunk.bind(1, Int64(index))
            chunk.bind(2, data)
            try chunk.run()
        }
        return (bytes, packed.rows)
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
