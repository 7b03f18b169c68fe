import JSON
import Lists

/// An upload as a replacement asks for it, read from its scratch database.
struct UploadSource: ReplacementSource {
    /// The most items that are handed out at a time: the more, the more neighbours have revisions that follow each other.
    private static let run = 4_096
    /// Bytes of their values after which a run ends.
    private static let runBytes = 1 << 20

    let properties: ListProperties?
    let sectionCount: Int
    private let upload: ScratchUpload
    private let matches: [Int?]
    private let section: PreparedStatement
    private let items: PreparedStatement
    private let dropped: PreparedStatement

    init(_ upload: ScratchUpload, _ match: UploadMatch) throws {
        self.upload = upload
        matches = match.sections
        properties = upload.properties
        sectionCount = upload.sectionIDs.count
        section = try upload.scratch.statement("SELECT header, footer, metadata FROM section WHERE position = ?")
        items = try upload.scratch.statement(
            """
            SELECT n.id, i.id IS NOT NULL, i.type, i.value, k.old, o.number, o.revision, o.type, o.high = n.high AND o.low = n.low
            FROM item i JOIN new_item n ON n.position = i.position LEFT JOIN kept k ON k.new = i.position
            LEFT JOIN old_item o ON o.position = k.old WHERE i.position >= ?1 AND i.position < ?2 ORDER BY i.position
            """)
        dropped = try upload.scratch.statement(
            """
            SELECT number, revision, type FROM old_item o WHERE NOT EXISTS (SELECT 1 FROM kept WHERE old = o.position) ORDER BY position
            """)
    }

    func section(at index: Int) throws -> (draft: SectionDraft, old: Int?) {
        section.bind(0, Int64(index))
        var draft = SectionDraft(id: upload.sectionIDs[index])
        _ = try section.first {
            draft.header = section.optionalText(0).map(JSONValue.init(verbatim:)) ?? .null
            draft.footer = section.optionalText(1).map(JSONValue.init(verbatim:)) ?? .null
            draft.metadata = JSONValue(verbatim: section.text(2))
        }
        return (draft, matches[index])
    }

    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        let range = upload.items(ofSection: index)
        items.bind(0, Int64(range.lowerBound))
        items.bind(1, Int64(range.upperBound))
        try Self.runs(of: items, read: item, bytes: { $0.value.byteCount }, body)
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        try Self.runs(of: dropped, read: { Self.entry(dropped, 0) }, bytes: { _ in 0 }, body)
    }

    private func item() -> ProposedItem {
        let kept = items.optionalInt(4).map { position in
            KeptItem(position: Int(position), entry: Self.entry(items, 5), isSameValue: items.int(8) == 1)
        }
        return ProposedItem(
            id: items.optionalText(0).map(Identifier.init(verbatim:)), bringsID: items.int(1) == 1,
            type: StoredType.choice(items.optionalText(2)), value: JSONValue(verbatim: items.text(3)), kept: kept)
    }

    private static func entry(_ statement: PreparedStatement, _ column: Int32) -> ItemEntry {
        ItemEntry(
            number: statement.int(column), revision: statement.int(column + 1), type: Int32(truncatingIfNeeded: statement.int(column + 2)))
    }

    private static func runs<Row>(
        of statement: PreparedStatement, read: () -> Row, bytes: (Row) -> Int, _ body: ([Row]) throws -> Void
    ) throws {
        defer { statement.reset() }
        var rows: [Row] = []
        var size = 0
        while try statement.step() {
            let row = read()
            size += bytes(row)
            rows.append(row)
            guard rows.count == run || size >= runBytes else { continue }
            try body(rows)
            rows.removeAll(keepingCapacity: true)
            size = 0
        }
        if !rows.isEmpty { try body(rows) }
    }
}
