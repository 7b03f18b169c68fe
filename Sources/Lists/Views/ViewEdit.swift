/// An edit of a view by what has changed in its source.
///
/// All that leaves goes before anything enters. What enters is then compared with items that are where the new version of the source has them.
struct ViewEdit {
    let edit: ListEdit
    let update: ViewUpdate
    /// The sort keys that are known; `nil` reads each one.
    private let keys: SortKeyCache?
    /// Whether there may be items that the view's limit cuts off. They are not known: what would come behind the last item is left out.
    private let isFull: Bool
    /// The items that the edit has taken out and not put in again.
    private var left: [Identifier: Number] = [:]

    init(_ edit: ListEdit, of update: ViewUpdate, _ keys: SortKeyCache?) {
        self.keys = keys
        self.edit = edit
        self.update = update
        isFull = update.definition.limit.map { edit.itemCount >= $0 } ?? false
    }

    /// As ``ViewUpdate/apply(to:sectionLimit:)``.
    mutating func apply(sectionLimit: Int) throws -> Bool {
        guard edit.sectionCount < sectionLimit else { return false }
        for (index, id) in update.leaving.enumerated() {
            try edit.checkDeadline(at: index)
            try leave(id)
        }
        for item in update.replaced { try replace(item) }
        if case .source = update.definition.sections {
            guard !isFull || update.changes.movedSections.isEmpty else { return false }
            try updateSections()
        }
        for (index, entry) in update.entering.enumerated() {
            try edit.checkDeadline(at: index)
            try enter(entry)
        }
        guard try cut(), edit.sectionCount <= sectionLimit else { return false }
        for (id, number) in left {
            try edit.finished.add { $0.garbage.deletedNames.append(DeletedName(id: id, number: number)) }
        }
        // Steps that take each other back are looked for only where there may be some.
        if edit.changeCount > 1, update.definition.limit == nil, update.isOfOtherItems { edit.changeCount = 1 }
        return true
    }

    // MARK: - Items

    /// The item of an id; `nil` where the limit cuts it off.
    private func item(_ id: Identifier) throws -> Item? {
        if let number = try edit.itemNames.number(of: id), let item = try edit.item(numbered: number) { return item }
        try noteCutOff()
        return nil
    }

    /// Takes in that the view lacks an item that its definition shows.
    private func noteCutOff() throws {
        guard isFull else { throw TreeDefect("a view lacks an item that it showed") }
    }

    private mutating func leave(_ id: Identifier) throws {
        guard let item = try item(id) else { return }
        try remove(id, at: item.indexPath)
    }

    /// Takes an item out, and its section where that has no other.
    private mutating func remove(_ id: Identifier, at path: IndexPath) throws {
        edit.changeCount += 1
        var entry = try edit.sectionEntry(at: path.section)
        let item = try entry.items.remove(at: path.row, in: edit.editor)
        try edit.sections.update(at: path.section, in: edit.editor) { $0 = entry }
        if edit.editor.isNew(item.number) { edit.itemNames.delete(item.number, madeAs: id) } else { left[id] = item.number }
        if entry.items.isEmpty { try edit.delete(entry, at: path.section) }
    }

    private func replace(_ new: SourceChanges.Side) throws {
        guard let number = try edit.itemNames.number(of: new.revision.id),
            try edit.replaceItem(numbered: number, with: { entry(new.entry, numbered: number) })
        else { return try noteCutOff() }
        edit.changeCount += 1
    }

    /// - Parameter source: The item's entry in the source.
    private func entry(_ source: ItemEntry, numbered number: Number) -> ItemEntry {
        let type = update.changes.new.head.types[source.type].map { TypeChoice.named($0) } ?? .none
        return ItemEntry(number: number, revision: source.revision, type: edit.number(of: type, keeping: 0))
    }

    private mutating func enter(_ entry: ViewUpdate.Entry) throws {
        let order = ViewSectionOrder(of: update, in: edit)
        let section = try order.position(of: entry.section)
        let index = try section?.index ?? order.index(ofNew: entry)
        let row = try section.map { try self.row(of: entry, in: $0.entry.items) } ?? 0
        if isFull {
            let position = index < edit.sectionCount ? try edit.position(of: IndexPath(section: index, row: row)) : edit.itemCount
            guard position < edit.itemCount else { return }
        }
        if section == nil {
            try edit.insertSection(try order.draft(of: entry), at: index, limits: ContentLimits(sections: .max, items: .max))
        }
        edit.changeCount += 1
        if let key = entry.key { keys?.insert(key, of: entry.item.entry.revision, in: edit.base.head.number) }
        let id = entry.item.revision.id
        let number = try left.removeValue(forKey: id) ?? edit.itemNames.add(id).number
        let item = self.entry(entry.item.entry, numbered: number)
        try edit.sections.update(at: index, in: edit.editor) { try $0.items.insert(item, at: row, in: edit.editor) }
    }

    /// The row at which an item comes in a section that it is not in. O(log n) comparisons, each with a sort key that is known, or with
    /// a revision that is read.
    private func row(of entry: ViewUpdate.Entry, in items: OrderedTree<ItemEntry>) throws -> Int {
        try items.count.firstIndex { row in
            let other = try items.element(at: row, in: edit.editor)
            guard let key = entry.key else { return try path(of: other) > entry.positionInSource() }
            return try self.key(of: other) > key
        }
    }

    /// The sort key of an item of the view. It is made of the item's own revision, which never changes.
    private func key(of entry: ItemEntry) throws -> SortKey {
        if let known = keys?.key(of: entry.revision, in: edit.base.head.number) { return known }
        var key = SortKey(bytes: [])
        try edit.storage.readItems([entry.revision]) { _, stored in key = try update.definition.key(of: stored) }
        keys?.insert(key, of: entry.revision, in: edit.base.head.number)
        return key
    }

    /// The position in the source of an item of the view.
    private func path(of entry: ItemEntry) throws -> IndexPath {
        var number: Number?
        try edit.storage.readItems([entry.revision]) { _, stored in number = stored.number }
        guard let path = try number.flatMap({ try update.changes.new.item(numbered: $0)?.indexPath }) else {
            throw TreeDefect("a view shows an item that its source has not")
        }
        return path
    }

    /// Takes out what comes behind the limit.
    ///
    /// - Returns: `false` where items come up that the limit has cut off.
    private mutating func cut() throws -> Bool {
        guard let limit = update.definition.limit else { return true }
        guard !isFull || edit.itemCount >= limit else { return false }
        while edit.itemCount > limit {
            let section = edit.sectionCount - 1
            let row = try edit.sectionEntry(at: section).itemCount - 1
            let last = try edit.sectionEntry(at: section).items.element(at: row, in: edit.editor)
            try remove(try edit.itemRevision(last.revision).id, at: IndexPath(section: section, row: row))
        }
        return true
    }

    // MARK: - Sections of the source

    /// Gives sections the source's contents and its order.
    private func updateSections() throws {
        let order = ViewSectionOrder(of: update, in: edit)
        for section in update.changes.updatedSections {
            if let shown = try order.section(.source(section.id)) { _ = try edit.update(shown, content: section.content) }
        }
        var moved: [(id: Identifier, entry: SectionEntry)] = []
        for id in update.changes.movedSections {
            guard let section = try order.section(.source(id)) else { continue }
            try edit.sections.remove(at: section.index, in: edit.editor)
            moved.append((id, section.entry))
        }
        for (id, entry) in moved {
            edit.changeCount += 1
            try edit.sections.insert(entry, at: try order.index(ofSourceSection: id), in: edit.editor)
        }
    }
}
