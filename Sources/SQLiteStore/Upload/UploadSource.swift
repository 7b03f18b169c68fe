import JSON
import Lists

/// An upload to a list that has things that it may continue.
struct MatchedUpload: ReplacementSource {
    let bringsOnlyNewIDs = false
    private let upload: UploadContent
    private let old: [Int?]
    private let items: UploadedItemReader
    private let section: PreparedStatement
    private let matches: PreparedStatement
    private let dropped: PreparedStatement

    init(_ upload: UploadContent, _ match: UploadMatch) throws {
        self.upload = upload
        old = match.sections
        items = try upload.items.read()
        section = try upload.sectionStatement()
        matches = try upload.scratch.statement(
            """
            SELECT n.id, k.old, o.number, o.revision, o.type, o.high = n.high AND o.low = n.low AS is_same
            FROM new_item n LEFT JOIN kept k ON k.new = n.position LEFT JOIN old_item o ON o.position = k.old
            WHERE n.position >= ?1 AND n.position < ?2 ORDER BY n.position
            """)
        dropped = try upload.scratch.statement(
            """
            SELECT number, revision, type FROM old_item o WHERE NOT EXISTS (SELECT 1 FROM kept WHERE old = o.position) ORDER BY position
            """)
    }

    var properties: ListProperties? { upload.properties }
    var sectionCount: Int { upload.sectionIDs.count }

    func section(at index: Int) throws -> (draft: SectionDraft, old: Int?) {
        (try upload.section(at: index, section), old[index])
    }

    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        let range = upload.items(ofSection: index)
        matches.begin(range.lowerBound, range.upperBound)
        defer { matches.reset() }
        var runs = ItemRuns<ProposedItem>()
        while try matches.step() {
            let item = try items.next()
            try runs.add(Self.item(item, matches.row), bytes: item.value.byteCount, body)
        }
        try runs.end(body)
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) throws {
        dropped.begin()
        defer { dropped.reset() }
        var runs = ItemRuns<ItemEntry>()
        while try dropped.step() { try runs.add(Self.entry(dropped.row), bytes: 0, body) }
        try runs.end(body)
    }

    private static func item(_ item: UploadedItem, _ match: Row) -> ProposedItem {
        let kept = (match["old"] as Int?).map { KeptItem(position: $0, entry: entry(match), isSameValue: match["is_same"]) }
        return ProposedItem(
            id: (match["id"] as String?).map(Identifier.init(verbatim:)), bringsID: item.id != nil, type: item.type, value: item.value,
            kept: kept, subject: .line(item.line))
    }

    private static func entry(_ row: Row) -> ItemEntry {
        ItemEntry(number: row["number"], revision: row["revision"], type: Int32(truncatingIfNeeded: row["type"] as Int64))
    }
}

/// An upload to a list that has nothing and knows no name: all of it is new, and read from end to end.
struct NewUpload: ReplacementSource {
    let bringsOnlyNewIDs = true
    private let upload: UploadContent
    private let identity: JSONPointer?
    private let items: UploadedItemReader
    private let section: PreparedStatement

    init(_ upload: UploadContent, identity: JSONPointer?) throws {
        self.upload = upload
        self.identity = identity
        items = try upload.items.read()
        section = try upload.sectionStatement()
    }

    var properties: ListProperties? { upload.properties }
    var sectionCount: Int { upload.sectionIDs.count }

    func section(at index: Int) throws -> (draft: SectionDraft, old: Int?) {
        (try upload.section(at: index, section), nil)
    }

    /// - Throws: ``ListError`` `identityMissing` with the line as the subject.
    func readItems(ofSection index: Int, _ body: ([ProposedItem]) throws -> Void) throws {
        var runs = ItemRuns<ProposedItem>()
        for _ in upload.items(ofSection: index) {
            let item = try items.next()
            let proposed = ProposedItem(
                id: try item.identified(at: identity), bringsID: item.id != nil, type: item.type, value: item.value, kept: nil,
                subject: .line(item.line))
            try runs.add(proposed, bytes: item.value.byteCount, body)
        }
        try runs.end(body)
    }

    func readDropped(_ body: ([ItemEntry]) throws -> Void) {}
}

/// Hands items out many at a time: the more, the more neighbours have revisions that follow each other.
private struct ItemRuns<Item> {
    /// The most items of a run.
    private static var limit: Int { 4_096 }
    /// Bytes of their values after which a run ends.
    private static var byteLimit: Int { 1 << 20 }

    private var items: [Item] = []
    private var bytes = 0

    mutating func add(_ item: Item, bytes: Int, _ body: ([Item]) throws -> Void) throws {
        items.append(item)
        self.bytes += bytes
        guard items.count == Self.limit || self.bytes >= Self.byteLimit else { return }
        try end(body)
    }

    /// Hands out what is left.
    mutating func end(_ body: ([Item]) throws -> Void) throws {
        guard !items.isEmpty else { return }
        try body(items)
        items.removeAll(keepingCapacity: true)
        bytes = 0
    }
}
