/// Applies to an edit what leads from its base back to an earlier version, in the stages of a ``Changeset``.
///
/// Within a stage, all that leaves its position is taken out, from the end on; then all that arrives is put in, in ascending order.
struct StagedRevert {
    private let edit: ListEdit
    private let target: ListSnapshot
    /// The work that may still be done.
    private var room: Int
    private var faults = ItemFaults()
    /// The indices between the stages of the sections that the last stage deletes, ascending.
    private var leaving: [Int] = []

    init(of edit: ListEdit, to target: ListSnapshot, limit: Int) {
        self.edit = edit
        self.target = target
        room = limit
    }

    /// - Throws: ``TooManyChanges`` where there is more to do than the limit.
    mutating func apply() throws {
        let base = ListSnapshot(head: edit.base.head, storage: edit.storage)
        let difference = try VersionDifference(from: base, to: target, limit: max(0, room))
        try take(difference.unsharedSectionItems)
        let changes = try difference.changeset()
        try take(changes.operationCount)
        edit.setProperties(target.head.properties)
        leaving = changes.stages.flatMap(\.sections.deleted).map(\.index)
        let arriving = changes.stages.flatMap(\.items.moved)
        for stage in changes.stages {
            try arrange(stage.sections, arriving: arriving)
            try apply(stage.items)
            for section in stage.sections.deleted.reversed() { try edit.deleteSection(at: section.index) }
            for section in stage.sections.updated {
                try take(section.content.byteCount >> 10)
                try edit.updateSection(at: section.index, content: section.content)
            }
        }
        try faults.check()
    }

    private mutating func take(_ work: Int) throws {
        guard work <= room else { throw TooManyChanges() }
        room -= work
    }

    // MARK: - Sections

    /// Inserts and moves sections.
    ///
    /// - Parameter arriving: The moves of items in a later stage: a section that is inserted does not bring these.
    private mutating func arrange(_ sections: SectionChanges, arriving: [ItemChanges.Move]) throws {
        var moving: [Int: SectionEntry] = [:]
        for move in sections.moved.sorted(by: { $0.from > $1.from }) {
            moving[move.to] = try edit.sections.remove(at: move.from, in: edit.editor)
        }
        edit.changeCount += moving.count
        var inserted = sections.inserted[...]
        for index in (moving.keys + inserted.map(\.index)).sorted() {
            try edit.checkDeadline()
            if let entry = moving[index] {
                try edit.sections.insert(entry, at: index, in: edit.editor)
            } else if let section = inserted.popFirst() {
                try insert(section, without: Set(arriving.lazy.filter { $0.to.section == index }.map(\.to.row)))
            }
        }
    }

    private mutating func insert(_ section: StagedSection, without rows: Set<Int>) throws {
        try take(section.content.byteCount >> 10)
        let old = try target.section(withID: section.id)
        let items = try target.items(of: old, rows: 0..<old.itemCount).filter { !rows.contains($0.indexPath.row) }
        let draft = SectionDraft(
            id: section.id, header: section.content.header, footer: section.content.footer, metadata: section.content.metadata,
            items: try drafts(of: items) { $0 })
        // The target is within the limits; between the stages there may be more sections.
        try edit.insertSection(draft, at: section.index, limits: ContentLimits(sections: .max, items: .max))
    }

    // MARK: - Items

    private mutating func apply(_ items: ItemChanges) throws {
        var arrivals = try takeOut(items)
        let made = try edit.makeItems(try drafts(of: items.inserted, at: placed))
        for (item, made) in zip(items.inserted, made) { arrivals.append((item.indexPath, made.entry)) }
        edit.changeCount += items.inserted.count + items.moved.count
        try putIn(arrivals.sorted { $0.path < $1.path })
        let drafts = try drafts(of: items.updated, at: nil)
        for (item, draft) in zip(items.updated, drafts) {
            try edit.checkDeadline()
            let entry = try edit.itemEntry(at: item.indexPath)
            let old = try edit.itemRevision(entry.revision)
            guard entry.type != item.entry.type || old.value != draft.value else { continue }
            hold(draft, at: placed(item.indexPath))
            _ = try edit.update(entry, old, at: item.indexPath, value: draft.value, type: draft.type)
        }
    }

    /// Deletes items, and takes those out that move.
    ///
    /// - Returns: These, with their targets.
    private func takeOut(_ items: ItemChanges) throws -> [(path: IndexPath, entry: ItemEntry)] {
        let departures = items.deleted.map { (from: $0.indexPath, to: IndexPath?.none) } + items.moved.map { (from: $0.from, to: $0.to) }
        var moving: [(path: IndexPath, entry: ItemEntry)] = []
        for departure in departures.sorted(by: { $0.from > $1.from }) {
            try edit.checkDeadline()
            guard let target = departure.to else {
                try edit.delete(at: departure.from)
                continue
            }
            try edit.sections.update(at: departure.from.section, in: edit.editor) { section in
                moving.append((target, try section.items.remove(at: departure.from.row, in: edit.editor)))
            }
        }
        return moving
    }

    /// Puts items in, neighbours together.
    private func putIn(_ arrivals: [(path: IndexPath, entry: ItemEntry)]) throws {
        var start = 0
        while start < arrivals.count {
            try edit.checkDeadline()
            let first = arrivals[start].path
            var end = start + 1
            while end < arrivals.count, arrivals[end].path == IndexPath(section: first.section, row: first.row + end - start) { end += 1 }
            let run = arrivals[start..<end].map(\.entry)
            try edit.sections.update(at: first.section, in: edit.editor) { section in
                try section.items.insert(contentsOf: run, at: first.row, in: edit.editor)
            }
            start = end
        }
    }

    /// The index path in the target of what has an index path between the stages.
    private func placed(_ path: IndexPath) -> IndexPath {
        IndexPath(section: path.section - leaving.count { $0 < path.section }, row: path.row)
    }

    // MARK: - Values

    /// Reads items of the target, and holds them to the rules where they are written in any case.
    ///
    /// - Parameter path: The index path in the target of an item that is written; `nil` where that is not known yet.
    private mutating func drafts(of items: [Item], at path: ((IndexPath) -> IndexPath)?) throws -> [ItemDraft] {
        var drafts: [ItemDraft] = []
        try target.readItems(items) { index, stored in
            try take(stored.value.count >> 10)
            let revision = ItemRevision(items[index].entry.revision, stored)
            let type = target.type(of: items[index]).map { .named($0) } ?? TypeChoice.none
            let draft = ItemDraft(id: revision.id, type: type, value: revision.value)
            if let path { hold(draft, at: path(items[index].indexPath)) }
            drafts.append(draft)
        }
        return drafts
    }

    private mutating func hold(_ draft: ItemDraft, at path: IndexPath) {
        guard case .named(let type) = draft.type else { return }
        edit.hasTypedItems = true
        if faults.room > 0 { edit.add(draft.value, type, .item(path), nil, to: &faults) }
    }
}
