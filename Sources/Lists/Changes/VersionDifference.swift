/// The way from one version of a list to another, as stages.
///
/// Two stages would not do: a section may lose its items to another one before it goes, and one that is inserted may take in items of
/// others, while a list view counts the items of a section that comes, goes or moves in no stage that also changes them.
struct VersionDifference {
    private let old: ListSnapshot?
    private let new: ListSnapshot
    private let oldStorage: any ListStorage & Sendable
    private let sections: TreeDifference<SectionEntry>
    private let moving: [TreeDifference<SectionEntry>.Run]
    private let order: SectionOrder
    /// The most operations beside the sections that come, go and move.
    private let rest: Int

    /// - Throws: ``TooManyChanges`` where more than `limit` sections come, go or move.
    init(from old: ListSnapshot?, to new: ListSnapshot, limit: Int) throws {
        self.old = old
        self.new = new
        oldStorage = old?.storage ?? new.storage
        let before = old?.head.sections ?? OrderedTree(owner: new.head.sections.owner)
        sections = try TreeDifference(
            from: before, in: oldStorage, to: new.head.sections, in: new.storage, limit: limit, changeLimit: .max)
        let runs = sections.order()
        moving = runs.moving
        order = SectionOrder(staying: runs.staying, dying: sections.removed.map(\.index))
        let count = sections.removed.count + sections.added.count + moving.reduce(0) { $0 + $1.count }
        guard count <= limit else { throw TooManyChanges() }
        rest = limit - count
    }

    /// - Throws: ``TooManyChanges`` where there are more operations than the limit.
    func changeset() throws -> Changeset {
        let items = try itemDifference()
        let stages = [
            Changeset.Stage(sections: try arrivals(items)),
            Changeset.Stage(items: try changes(items)),
            Changeset.Stage(sections: try departures(updatingAtMost: rest - items.operationCount)),
        ]
        return Changeset(stages: stages.filter { $0.operationCount > 0 })
    }

    private func itemDifference() throws -> ItemDifference {
        var items = ItemDifference(limit: rest)
        for change in sections.changed {
            try items.compare(
                change.old.element.items, in: oldStorage, change.new.element.items, in: new.storage,
                at: order.place(ofNew: change.new.index))
        }
        let dying = sections.removed.enumerated().map { (place: order.place(ofDying: $0), items: $1.element.items) }
        let born = sections.added.map { (place: order.place(ofNew: $0.index), items: $0.element.items) }
        try items.settle(dying: SectionItems(dying, in: oldStorage), born: SectionItems(born, in: new.storage))
        return items
    }

    /// Stage 1: sections come and move.
    private func arrivals(_ items: ItemDifference) throws -> SectionChanges {
        var changes = SectionChanges()
        var incoming: [Int: Int] = [:]
        for move in items.moved { incoming[move.item.indexPath.section, default: 0] += 1 }
        let revisions = try new.storage.sections(sections.added.map(\.element.revision))
        changes.inserted = zip(sections.added, revisions).map { section, revision in
            let place = order.place(ofNew: section.index)
            return StagedSection(
                id: revision.id, index: place, content: revision.content,
                itemCount: section.element.itemCount - incoming[place, default: 0])
        }
        for run in moving.sorted(by: { $0.new < $1.new }) {
            let moved = try new.sections(in: run.new..<(run.new + run.count))
            for (offset, section) in moved.enumerated() {
                changes.moved.append(SectionChanges.Move(id: section.id, from: run.old + offset, to: order.place(ofNew: section.index)))
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

    /// Stage 3: sections go, and show something else beside their items.
    ///
    /// - Throws: ``TooManyChanges`` where more than `limit` sections show something else.
    private func departures(updatingAtMost limit: Int) throws -> SectionChanges {
        var changes = SectionChanges()
        guard let old else { return changes }
        let revisions = try old.storage.sections(sections.removed.map(\.element.revision))
        changes.deleted = revisions.enumerated().map {
            SectionChanges.Deletion(id: $1.id, index: order.place(ofDying: $0))
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
