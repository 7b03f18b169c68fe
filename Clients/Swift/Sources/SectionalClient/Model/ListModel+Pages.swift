extension ListModel {
    /// The first sections of a version, with the rows that came with them.
    init(_ page: SectionPage<Item>) {
        self.init(version: page.version, sections: page.sections.map(\.section))
        remaining = page.sectionCount - page.sections.count
        for (index, beginning) in page.sections.enumerated() where !beginning.rows.isEmpty {
            place(beginning.rows, at: offsets.offset(of: index))
        }
        if knownCount > 0 { add(variant: page.variant) }
    }

    /// Marks a row that nothing is known of as looked at.
    ///
    /// - Returns: Whether a page has to be asked for.
    mutating func want(_ position: RowPosition) -> Bool {
        guard slot(at: position) == nil else { return false }
        withRows(of: position.section) { $0[position.row] = .wanted }
        return true
    }

    /// The wanted row that is nearest to `focus`, as a flat offset.
    func nearestWanted(to focus: Int) -> Int? {
        var nearest: Int?
        forEachKnown { position, slot in
            guard case .wanted = slot else { return }
            let offset = flatOffset(of: position)
            if nearest.map({ abs(offset - focus) < abs($0 - focus) }) ?? true { nearest = offset }
        }
        return nearest
    }

    /// Marks what is unknown or wanted in a window of the flat list as asked for.
    mutating func ask(_ window: Range<Int>, ticket: Int) {
        forEachPosition(in: window) { model, position, index in
            switch model.slot(at: position) {
            case nil, .wanted?: model.withRows(of: position.section) { $0[position.row] = .pending(ticket: ticket, index: index) }
            case .pending?, .row?: break
            }
        }
    }

    /// Puts a page where its rows are by now.
    ///
    /// - Parameter rows: Nil where the page did not come; its rows are wanted again then.
    /// - Returns: The ids of what came.
    mutating func fill(ticket: Int, with rows: [ListRow<Item>]?) -> [ExactID] {
        var ids: [ExactID] = []
        for index in sections.indices where sections[index].rows.knownCount > 0 {
            withRows(of: index) { known in
                known.updateKnown { _, slot in
                    guard case .pending(ticket, let index) = slot else { return slot }
                    guard let rows else { return .wanted }
                    // A page may close early; what it left out is asked for again.
                    guard index < rows.count else { return .wanted }
                    ids.append(ExactID(rows[index].id))
                    return .row(rows[index])
                }
            }
        }
        return ids
    }

    /// Puts rows at a flat offset of this very version, as those of a jump.
    mutating func place(_ rows: [ListRow<Item>], at offset: Int) {
        forEachPosition(in: offset..<(offset + rows.count)) { model, position, index in
            model.withRows(of: position.section) { $0[position.row] = .row(rows[index]) }
        }
    }

    /// Forgets what lies outside all of these windows of the flat list, except what has been asked for.
    mutating func forget(outside windows: [Range<Int>]) {
        for index in sections.indices where sections[index].rows.knownCount > 0 {
            let offset = offsets.offset(of: index)
            withRows(of: index) { rows in
                rows.updateKnown { row, slot in
                    if case .pending = slot { return slot }
                    return windows.contains { $0.contains(offset + row) } ? slot : nil
                }
            }
        }
    }

    private mutating func forEachPosition(in window: Range<Int>, _ body: (inout ListModel, RowPosition, Int) -> Void) {
        guard var position = offsets.position(at: window.lowerBound) else { return }
        for index in 0..<min(window.count, itemCount - window.lowerBound) {
            while position.section < sections.count, position.row >= sections[position.section].rows.count {
                position = RowPosition(position.section + 1, 0)
            }
            guard position.section < sections.count else { return }
            body(&self, position, index)
            position.row += 1
        }
    }
}
