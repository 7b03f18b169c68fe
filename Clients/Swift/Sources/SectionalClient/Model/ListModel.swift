/// One version of a list as far as it is known: every count, the items of some rows.
struct ListModel<Item: Codable & Sendable>: Sendable {
    /// The known content of a row; an unknown row has no slot.
    enum Slot: Sendable {
        /// Somebody looks at the row.
        case wanted
        /// The row is item `index` of the page that `ticket` asked for, at the version that the screen had then. The mark travels with the
        /// row, so the page finds it wherever it is when it comes.
        case pending(ticket: Int, index: Int)
        case row(ListRow<Item>)
    }

    struct Section: Sendable {
        var info: SectionInfo
        var rows: SparseRows<Slot>
    }

    var version: ListVersion
    private(set) var sections: [Section]
    private(set) var offsets: SectionOffsets
    /// How many rows have a slot.
    private(set) var knownCount = 0
    /// The variant of its rows' cells, by the entity tags of their pages; nil if no page has come.
    private(set) var variant: String?
    var info = ListInfo()
    /// The heights that its rows are expected to have.
    var heights = RowHeights()
    /// The number of sections after these that have not come yet. Until then there are the first sections of the version alone.
    var remaining = 0
    /// The order of sections, where this app has placed some; else it is the version's.
    var order: PlacedOrder?
    /// The rows of this app that are shown between those of the version.
    var arrangement = RowArrangement()

    init(version: ListVersion = 0, sections: [ListSection] = []) {
        self.version = version
        self.sections = sections.map { Section(info: SectionInfo($0), rows: SparseRows(count: $0.itemCount)) }
        offsets = SectionOffsets(self.sections.lazy.map(\.rows.count))
    }

    var itemCount: Int { offsets.total }

    func contains(_ position: RowPosition) -> Bool {
        sections.indices.contains(position.section) && position.row >= 0 && position.row < sections[position.section].rows.count
    }

    func flatOffset(of position: RowPosition) -> Int { offsets.offset(of: position.section) + position.row }

    /// The offset in the server's version of a row, or of the next that it has.
    func servedOffset(of position: RowPosition) -> Int {
        guard let order else { return flatOffset(of: position) }
        let served = inServedOrder
        guard let section = order.served.dropFirst(position.section).lazy.compactMap({ $0 }).first else { return 0 }
        return served.flatOffset(of: RowPosition(section, position.row))
    }

    func slot(at position: RowPosition) -> Slot? { sections[position.section].rows[position.row] }

    /// Nil while the row is not loaded, and outside the list.
    func row(at position: RowPosition) -> ListRow<Item>? {
        guard contains(position), case .row(let row)? = slot(at: position) else { return nil }
        return row
    }

    /// Changes the rows of a section, and keeps the sums.
    mutating func withRows<Result>(of section: Int, _ body: (inout SparseRows<Slot>) -> Result) -> Result {
        let (count, known) = (sections[section].rows.count, sections[section].rows.knownCount)
        let result = body(&sections[section].rows)
        knownCount += sections[section].rows.knownCount - known
        let difference = sections[section].rows.count - count
        if difference != 0 { offsets.add(difference, to: section) }
        return result
    }

    /// Changes which sections there are, and counts them anew.
    mutating func withSections(_ body: (inout [Section]) -> Void) {
        body(&sections)
        offsets = SectionOffsets(sections.lazy.map(\.rows.count))
        knownCount = sections.reduce(0) { $0 + $1.rows.knownCount }
    }

    /// Takes down what rows that came depend on. Those of two pages that depend on different things are not as the server shows them now.
    mutating func add(variant new: String) { variant = variant == nil || variant == new ? new : "mixed" }

    mutating func setInfo(_ info: SectionInfo, of section: Int) { sections[section].info = info }

    /// Calls `body` with every row that has a slot, in order.
    func forEachKnown(_ body: (RowPosition, Slot) -> Void) {
        guard knownCount > 0 else { return }
        for index in sections.indices where sections[index].rows.knownCount > 0 {
            sections[index].rows.forEachKnown { body(RowPosition(index, $0), $1) }
        }
    }

    /// The positions of the items with these ids, among the rows that are loaded, in order.
    func positions(of ids: some Sequence<String>) -> [RowPosition] { positionsByID(Set(ids.lazy.map(ExactID.init))).values.sorted() }

    /// The positions of the items with these ids, among the rows that are loaded.
    func positionsByID(_ ids: Set<ExactID>) -> [ExactID: RowPosition] {
        var found: [ExactID: RowPosition] = [:]
        guard !ids.isEmpty else { return found }
        forEachKnown { position, slot in
            guard case .row(let row) = slot else { return }
            let id = ExactID(row.id)
            if ids.contains(id) { found[id] = position }
        }
        return found
    }
}
