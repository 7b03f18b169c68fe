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
    private let upload: UploadContent
    private let matches: [Int?]
    private let section: PreparedStatement
    private let items: PreparedStatement
    private let dropped: PreparedStatement

    init(_ upload: UploadContent, _ match: UploadMatch) throws {
        self.upload = upload
        matches = match.sections
        properties = upload.properties
        sectionCount = upload.sectionIDs.count
        section = try upload.scratch.statement("SELECT header, footer, metadata FROM section WHERE position = ?")
        items = try upload.scratch.statement(
            """
            SELECT n.id, i.id IS NOT NULL AS brings_id, i.type AS new_type, i.value, i.line, k.old, o.number, o.revision, o.type,
            o.high = n.high AND o.low = n.low AS is_same
            FROM item i JOIN new_item n ON n.position = i.position LEFT JOIN kept k ON k.new = i.position
            LEFT JOIN old_item o ON o.position = k.old WHERE i.position >= ?1 AND i.position < ?2 ORDER BY i.position
            """)
        dropped = try upload.scratch.statement(
            """
            SELECT number, revision, type FROM old_item o WHERE NOT EXISTS (SELECT 1 FROM kept WHERE old = o.position) ORDER BY position
            """)
    }

    func section(at index: Int) throws -> (draft: SectionDraft, old: Int?) {
        var draft = SectionDraft(id: upload.sectionIDs[index])
        _ = try section.first(index) { row in
            draft.header = JSONValue(stored: row["header"])
            draft.footer = JSONValue(stored: row["footer"])
            draft.metadata = JSONValue(verbatim: row["metadata"])
        }
        return (draft, matches[index])
    }

    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        let range = upload.items(ofSection: index)
        items.begin(range.lowerBound, range.upperBound)
        try Self.runs(of: items, read: Self.item, bytes: { $0.value.byteCount }, body)
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        try Self.runs(of: dropped, read: Self.entry, bytes: { _ in 0 }, body)
    }

    private static func item(_ row: Row) -> ProposedItem {
        let kept = (row["old"] as Int?).map { KeptItem(position: $0, entry: entry(row), isSameValue: row["is_same"]) }
        return ProposedItem(
            id: (row["id"] as String?).map(Identifier.init(verbatim:)), bringsID: row["brings_id"],
            type: StoredType.choice(row["new_type"]), value: JSONValue(verbatim: row["value"]), kept: kept, subject: .line(row["line"]))
    }

    private static func entry(_ row: Row) -> ItemEntry {
        ItemEntry(number: row["number"], revision: row["revision"], type: Int32(truncatingIfNeeded: row["type"] as Int64))
    }

    private static func runs<Value>(
        of statement: PreparedStatement, read: (Row) -> Value, bytes: (Value) -> Int, _ body: ([Value]) throws -> Void
    ) throws {
        defer { statement.reset() }
        var values: [Value] = []
        var size = 0
        let row = statement.row
        while try statement.step() {
            let value = read(row)
            size += bytes(value)
            values.append(value)
            guard values.count == run || size >= runBytes else { continue }
            try body(values)
            values.removeAll(keepingCapacity: true)
            size = 0
        }
        if !values.isEmpty { try body(values) }
    }
}
