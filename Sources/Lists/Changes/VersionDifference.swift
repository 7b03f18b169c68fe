/// The way from one version of a list to another, as stages.
///
/// Two stages would not do. A section may lose items to another before it is deleted, and an inserted one may take in items of others.
/// A list view, however, changes no items of a section in the stage that inserts, deletes or moves it.
struct VersionDifference {
    private let old: ListSnapshot?
    private let new: ListSnapshot
    private let oldStorage: any ListStorage & Sendable
    private let sections: TreeDifference<SectionEntry>
    private let moving: [TreeDifference<SectionEntry>.Run]
    private let order: SectionOrder
    /// The limit of operations, less the sections that are inserted, deleted and moved.
    private let itemLimit: Int

    /// - Throws: ``TooManyChanges`` where more than `limit` sections are inserted, deleted or moved.
    init(from old: ListSnapshot?, to new: ListSnapshot, limit: Int) throws {
        self.old = old
        self.new = new
        oldStorage = old?.storage ?? new.storage
        let before = old?.head.sections ?? OrderedTree(owner: new.head.sections.owner)
        sections = try TreeDifference(
            from: before, in: oldStorage, to: new.head.sections, in: new.storage, limit: limit, changeLimit: .max)
        let runs = sections.order()
        moving = runs.moving
        order = SectionOrder(staying: runs.staying, deleted: sections.removed.map(\.index))
        let count = sections.removed.count + sections.added.count + moving.reduce(0) { $0 + $1.count }
        guard count <= limit else { throw TooManyChanges() }
        itemLimit = limit - count
    }

    /// The items of the sections that one of the versions has alone, in that version.
    var unsharedSectionItems: Int { (sections.removed + sections.added).reduce(0) { $0 + $1.element.itemCount } }

    /// - Throws: ``TooManyChanges`` where there are more operations than the limit.
    func changeset() throws -> Changeset {
        let items = try itemDifference()
        let stages = [
            Changeset.Stage(sections: try arrivals(items)),
            Changeset.Stage(items: try changes(items)),
            Changeset.Stage(sections: try departures(updatingAtMost: itemLimit - items.operationCount)),
        ]
        return Changeset(stages: stages.filter { $0.operationCount > 0 })
    }

    private func itemDifference() throws -> ItemDifference {
        var items = ItemDifference(limit: itemLimit)
        for change in sections.changed {
            try items.compare(
                change.old.element.items, in: oldStorage, change.new.element.items, in: new.storage,
                at: order.index(ofNew: change.new.index))
        }
        let deleted = sections.removed.enumerated().map { (index: order.index(ofDeleted: $0), items: $1.element.items) }
        let inserted = sections.added.map { (index: order.index(ofNew: $0.index), items: $0.element.items) }
        try items.resolveMoves(
            deleted: SectionItems(deleted, in: oldStorage), inserted: SectionItems(inserted, in: new.storage))
        return items
    }

    /// Stage 1: sections are inserted and move.
    private func arrivals(_ items: ItemDifference) throws -> SectionChanges {
        var changes = SectionChanges()
        var incoming: [Int: Int] = [:]
        for move in items.moved { incoming[move.item.indexPath.section, default: 0] += 1 }
        let revisions = try new.storage.sections(sections.added.map(\.element.revision))
        changes.inserted = zip(sections.added, revisions).map { section, revision in
            let index = order.index(ofNew: section.index)
            return StagedSection(
                id: revision.id, index: index, content: revision.content,
                itemCount: section.element.itemCount - incoming[index, default: 0])
        }
        for run in moving.sorted(by: { $0.new < $1.new }) {
            let moved = try new.sections(in: run.new..<(run.new + run.count))
            for (offset, section) in moved.enumerated() {
                changes.moved.append(SectionChanges.Move(id: section.id, from: run.old + offset, to: order.index(ofNew: section.index)))
            }
        }
        return changes
    }

    /// Stage 2: items.
    private func changes(_ items: ItemDifference) throws -> ItemChanges {
        var changes = ItemChanges()
        changes.inserted = items.inserted
        changes.updated = items.updated
        try old?.readItems(items.deleted) { index, item in
            changes.deleted.append(ItemChanges.Deletion(id: Identifier(item), indexPath: items.deleted[index].indexPath))
        }
        try new.readItems(items.moved.map(\.item)) { index, item in
            let move = items.moved[index]
            changes.moved.append(ItemChanges.Move(id: Identifier(item), from: move.from, to: move.item.indexPath))
        }
        return changes
    }

    /// Stage 3: sections are deleted, and their headers, footers and metadata change.
    ///
    /// - Throws: ``TooManyChanges`` where more than `limit` sections change.
    private func departures(updatingAtMost limit: Int) throws -> SectionChanges {
        var changes = SectionChanges()
        guard let old else { return changes }
        let revisions = try old.storage.sections(sections.removed.map(\.element.revision))
        changes.deleted = revisions.enumerated().map {
            SectionChanges.Deletion(id: $1.id, index: order.index(ofDeleted: $0))
        }
        for change in sections.changed where change.old.element.revision != change.new.element.revision {
            guard let before = try old.storage.sections([change.old.element.revision]).first,
                let after = try new.storage.sections([change.new.element.revision]).first
            else { throw MissingRecord(key: change.new.element.revision) }
            // A section that was deleted and inserted again has another revision, perhaps with the same content.
            guard before.content != after.content else { continue }
            guard changes.updated.count < limit else { throw TooManyChanges() }
            changes.updated.append(
                StagedSection(
                    id: after.id, index: change.new.index, content: after.content, itemCount: change.new.element.itemCount))
        }
        changes.updated.sort { $0.index < $1.index }
        return changes
    }
}

extension Identifier {
    fileprivate init(_ item: StoredItem) {
        self.init(verbatim: String(decoding: item.id, as: UTF8.self))
    }
}
