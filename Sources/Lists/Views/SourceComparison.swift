/// Compares two versions of a view's source by their trees. It reads the nodes that only one of them has, and the items that differ.
struct SourceComparison {
    /// An item of one of the versions, before its revision and its section's id are read.
    private struct Side {
        let entry: ItemEntry
        let path: IndexPath
    }

    private struct Change {
        var old: Side?
        var new: Side?
        var move = SourceChanges.Move.none

        var path: IndexPath { (new ?? old)?.path ?? IndexPath(section: 0, row: 0) }
    }

    /// Bytes of ids and values that are in memory at a time.
    private static let byteLimit = 64 << 20

    private let old: ListSnapshot
    private let new: ListSnapshot
    private let limit: Int
    private let sections: TreeDifference<SectionEntry>
    private let moving: [TreeDifference<SectionEntry>.Run]
    private var found: [Number: Change] = [:]

    /// - Throws: ``TooManyChanges`` where more than `limit` sections differ; the errors of the storages.
    init(from old: ListSnapshot, to new: ListSnapshot, limit: Int) throws {
        self.old = old
        self.new = new
        self.limit = limit
        sections = try TreeDifference(
            from: old.head.sections, in: old.storage, to: new.head.sections, in: new.storage, limit: limit, changeLimit: limit)
        moving = sections.order().moving.sorted { $0.new < $1.new }
    }

    /// Finds the items that differ.
    ///
    /// - Throws: ``TooManyChanges`` where more than the limit do; the errors of the storages.
    mutating func compareItems() throws {
        for section in sections.changed { try compare(section.old, section.new) }
        for section in sections.removed {
            try check(adding: section.element.itemCount)
            for (row, entry) in try items(of: section.element, in: old).enumerated() { lose(entry, at: section.index, row) }
        }
        for section in sections.added {
            try check(adding: section.element.itemCount)
            for (row, entry) in try items(of: section.element, in: new).enumerated() { gain(entry, at: section.index, row) }
        }
        try check(adding: 0)
    }

    private mutating func compare(_ before: TreeDifference<SectionEntry>.Indexed, _ after: TreeDifference<SectionEntry>.Indexed) throws {
        let (oldItems, newItems) = (before.element.items, after.element.items)
        guard oldItems.root != newItems.root else { return }
        let difference = try TreeDifference(
            from: oldItems, in: old.storage, to: newItems, in: new.storage, limit: limit, changeLimit: limit)
        for item in difference.removed { lose(item.element, at: before.index, item.index) }
        for item in difference.added { gain(item.element, at: after.index, item.index) }
        for change in difference.changed {
            found[change.new.element.number] = Change(
                old: Side(entry: change.old.element, path: IndexPath(section: before.index, row: change.old.index)),
                new: Side(entry: change.new.element, path: IndexPath(section: after.index, row: change.new.index)))
        }
        for run in difference.order().moving {
            try check(adding: run.count)
            let entries = try newItems.elements(in: run.new..<(run.new + run.count), of: new.storage)
            for (offset, entry) in entries.enumerated() {
                move(
                    entry, .alone, from: IndexPath(section: before.index, row: run.old + offset),
                    to: IndexPath(section: after.index, row: run.new + offset))
            }
        }
    }

    private func check(adding count: Int) throws {
        guard found.count + count <= limit else { throw TooManyChanges() }
    }

    private func items(of section: SectionEntry, in list: ListSnapshot) throws -> [ItemEntry] {
        try section.items.elements(in: 0..<section.itemCount, of: list.storage)
    }

    private mutating func lose(_ entry: ItemEntry, at section: Int, _ row: Int) {
        let side = Side(entry: entry, path: IndexPath(section: section, row: row))
        found[entry.number, default: Change(move: .alone)].old = side
    }

    private mutating func gain(_ entry: ItemEntry, at section: Int, _ row: Int) {
        let side = Side(entry: entry, path: IndexPath(section: section, row: row))
        found[entry.number, default: Change(move: .alone)].new = side
    }

    private mutating func move(_ entry: ItemEntry, _ move: SourceChanges.Move, from: IndexPath, to: IndexPath) {
        let unchanged = Change(old: Side(entry: entry, path: from), new: Side(entry: entry, path: to))
        found[entry.number, default: unchanged].move = move
    }

    /// Adds the items of the sections that have moved, unless these are too many.
    ///
    /// - Returns: Whether they were added.
    mutating func moveSections() throws -> Bool {
        for run in moving {
            for offset in 0..<run.count {
                let before = try old.head.sections.element(at: run.old + offset, in: old.storage)
                let after = try new.head.sections.element(at: run.new + offset, in: new.storage)
                guard found.count + after.itemCount <= limit else { return false }
                var rows: [Number: Int] = [:]
                for (row, entry) in try items(of: before, in: old).enumerated() { rows[entry.number] = row }
                for (row, entry) in try items(of: after, in: new).enumerated() {
                    // One that the section has gained is among the items that differ, and has moved.
                    guard let oldRow = rows[entry.number] else { continue }
                    let known = found[entry.number]?.move ?? .none
                    guard case .none = known else { continue }
                    move(
                        entry, .withSection, from: IndexPath(section: run.old + offset, row: oldRow),
                        to: IndexPath(section: run.new + offset, row: row))
                }
            }
        }
        return true
    }

    /// The sections of both versions that have another revision.
    func updatedSections() throws -> [Section] {
        try sections.changed.filter { $0.old.element.revision != $0.new.element.revision }.map { try new.section(at: $0.new.index) }
    }

    /// The ids of the sections of both versions that have moved.
    func movedSections() throws -> [Identifier] {
        try moving.flatMap { try new.sections(in: $0.new..<($0.new + $0.count)).map(\.id) }
    }

    /// The items that differ, with their revisions.
    ///
    /// - Throws: ``TooManyChanges`` where they are too long; the errors of the storages.
    func changes() throws -> [SourceChanges.Change] {
        let changes = found.values.sorted { $0.path < $1.path }
        var remaining = Self.byteLimit
        let before = try sides(changes.compactMap(\.old), of: old, &remaining)
        let after = try sides(changes.compactMap(\.new), of: new, &remaining)
        return changes.map { change in
            SourceChanges.Change(
                old: change.old.flatMap { before[$0.entry.number] }, new: change.new.flatMap { after[$0.entry.number] }, move: change.move)
        }
    }

    private func sides(_ items: [Side], of list: ListSnapshot, _ remaining: inout Int) throws -> [Number: SourceChanges.Side] {
        var ids: [Int: Identifier] = [:]
        for item in items where ids[item.path.section] == nil { ids[item.path.section] = try list.section(at: item.path.section).id }
        var sides: [Number: SourceChanges.Side] = [:]
        sides.reserveCapacity(items.count)
        try list.readStored(items.map(\.entry)) { index, stored in
            remaining -= stored.id.count + stored.value.count
            guard remaining >= 0, let section = ids[items[index].path.section] else { throw TooManyChanges() }
            let entry = items[index].entry
            sides[entry.number] = SourceChanges.Side(
                entry: entry, revision: ItemRevision(entry.revision, stored), section: section, path: items[index].path)
        }
        return sides
    }
}
