extension ListModel {
    /// Makes the model what it is after a stage, `updated` included.
    ///
    /// - Precondition: ``ListShape`` accepts the stage.
    mutating func apply(_ stage: StageAnswer<Item>) {
        let movedRows = removeRows(stage.items)
        changeSections(stage.sections)
        insertRows(stage.items, moved: movedRows)
        for update in stage.sections.updated { setInfo(SectionInfo(update.section), of: update.index) }
        for update in stage.items.updated {
            let position = update.indexPath
            // A row that nobody has looked at stays unknown; one that is asked for is known from now on.
            guard slot(at: position) != nil else { continue }
            withRows(of: position.section) { $0[position.row] = .row(update.item) }
        }
    }

    /// Removals count before the stage: from the last to the first.
    ///
    /// - Returns: The slots of the items that move, by where they were; nothing where nothing is known of one.
    private mutating func removeRows(_ items: StageAnswer<Item>.Items) -> [RowPosition: Slot] {
        var moved: [RowPosition: Slot] = [:]
        var removals = items.deleted.map { (position: $0.indexPath, isMove: false) }
        removals += items.moved.map { (position: $0.from, isMove: true) }
        removals.sort { $0.position > $1.position }
        for removal in removals {
            let slot = withRows(of: removal.position.section) { $0.remove(at: removal.position.row) }
            if removal.isMove { moved[removal.position] = slot }
        }
        return moved
    }

    private mutating func changeSections(_ changes: StageAnswer<Item>.Sections) {
        guard !(changes.deleted.isEmpty && changes.inserted.isEmpty && changes.moved.isEmpty) else { return }
        withSections { sections in
            var arrivals = changes.inserted.map {
                (index: $0.index, section: Section(info: SectionInfo($0.section), rows: SparseRows(count: $0.section.itemCount)))
            }
            arrivals += changes.moved.map { (index: $0.to, section: sections[$0.from]) }
            for index in (changes.deleted.map(\.index) + changes.moved.map(\.from)).sorted(by: >) { sections.remove(at: index) }
            arrivals.sort { $0.index < $1.index }
            for arrival in arrivals { sections.insert(arrival.section, at: arrival.index) }
        }
    }

    /// Arrivals count after the stage: from the first to the last.
    private mutating func insertRows(_ items: StageAnswer<Item>.Items, moved: [RowPosition: Slot]) {
        var arrivals = items.inserted.map { (position: $0.indexPath, slot: Slot.row($0.item) as Slot?, isNew: true) }
        arrivals += items.moved.map { (position: $0.to, slot: moved[$0.from], isNew: false) }
        arrivals.sort { $0.position < $1.position }
        for arrival in arrivals {
            withRows(of: arrival.position.section) { rows in
                let slot = arrival.isNew && Self.isAmongUnknown(arrival.position.row, rows) ? nil : arrival.slot
                rows.insert(slot, at: arrival.position.row)
            }
        }
    }

    /// Whether nothing is known around an insertion. The item then stays unknown too: memory is bounded by what was looked at.
    private static func isAmongUnknown(_ row: Int, _ rows: SparseRows<Slot>) -> Bool {
        guard rows.count > 0 else { return false }
        let isKnownBefore = row > 0 && rows[row - 1] != nil
        let isKnownAfter = row < rows.count && rows[row] != nil
        return !isKnownBefore && !isKnownAfter
    }
}
