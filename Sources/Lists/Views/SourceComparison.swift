/// Compares two versions of a view's source by their trees. It reads the nodes that only one of them has, and the items that differ.
struct SourceComparison {
    private typealias Indexed = TreeDifference<SectionEntry>.Indexed

    /// An item of one of the versions, before its revision and its section's id are read.
    private struct Side {
        let entry: ItemEntry
        let section: SectionEntry
        let path: IndexPath

        init(_ entry: ItemEntry, in section: Indexed, _ row: Int) {
            self.entry = entry
            self.section = section.element
            path = IndexPath(section: section.index, row: row)
        }
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
            for (row, entry) in try items(of: section.element, in: old).enumerated() { lose(entry, in: section, row) }
        }
        for section in sections.added {
            try check(adding: section.element.itemCount)
            for (row, entry) in try items(of: section.element, in: new).enumerated() { gain(entry, in: section, row) }
        }
        try check(adding: 0)
    }

    private mutating func compare(_ before: Indexed, _ after: Indexed) throws {
        let (oldItems, newItems) = (before.element.items, after.element.items)
        guard oldItems.root != newItems.root else { return }
        let difference = try TreeDifference(
            from: oldItems, in: old.storage, to: newItems, in: new.storage, limit: limit, changeLimit: limit)
        for item in difference.removed { lose(item.element, in: before, item.index) }
        for item in difference.added { gain(item.element, in: after, item.index) }
        for change in difference.changed {
            found[change.new.element.number] = Change(
                old: Side(change.old.element, in: before, change.old.index), new: Side(change.new.element, in: after, change.new.index))
        }
        for run in difference.order().moving {
            try check(adding: run.count)
            let entries = try newItems.elements(in: run.new..<(run.new + run.count), of: new.storage)
            for (offset, entry) in entries.enumerated() {
                move(entry, .alone, from: (before, run.old + offset), to: (after, run.new + offset))
            }
        }
    }

    private func check(adding count: Int) throws {
        guard found.count + count <= limit else { throw TooManyChanges() }
    }

    private func items(of section: SectionEntry, in list: ListSnapshot) throws -> [ItemEntry] {
        try section.items.elements(in: 0..<section.itemCount, of: list.storage)
    }

    private mutating func lose(_ entry: ItemEntry, in section: Indexed, _ row: Int) {
        found[entry.number, default: Change(move: .alone)].old = Side(entry, in: section, row)
    }

    private mutating func gain(_ entry: ItemEntry, in section: Indexed, _ row: Int) {
        found[entry.number, default: Change(move: .alone)].new = Side(entry, in: section, row)
    }

    private mutating func move(
        _ entry: ItemEntry, _ move: SourceChanges.Move, from: (section: Indexed, row: Int), to: (section: Indexed, row: Int)
    ) {
        let unchanged = Change(old: Side(entry, in: from.section, from.row), new: Side(entry, in: to.section, to.row))
        found[entry.number, default: unchanged].move = move
    }

    /// Adds the items of the sections that have moved, unless these are too many.
    ///
    /// - Returns: Whether they were added.
    mutating func moveSections() throws -> Bool {
        for run in moving {
            for offset in 0..<run.count {
                let (oldIndex, newIndex) = (run.old + offset, run.new + offset)
                let before = Indexed(index: oldIndex, element: try old.head.sections.element(at: oldIndex, in: old.storage))
                let after = Indexed(index: newIndex, element: try new.head.sections.element(at: newIndex, in: new.storage))
                guard found.count + after.element.itemCount <= limit else { return false }
                var rows: [Number: Int] = [:]
                for (row, entry) in try items(of: before.element, in: old).enumerated() { rows[entry.number] = row }
                for (row, entry) in try items(of: after.element, in: new).enumerated() {
                    // One that the section has gained is among the items that differ, and has moved.
                    guard let oldRow = rows[entry.number] else { continue }
                    let known = found[entry.number]?.move ?? .none
                    guard case .none = known else { continue }
                    move(entry, .withSection, from: (before, oldRow), to: (after, row))
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
        var ids: [Number: Identifier] = [:]
        let before = try sides(changes.compactMap(\.old), of: old, &ids, &remaining)
        let after = try sides(changes.compactMap(\.new), of: new, &ids, &remaining)
        return changes.map { change in
            SourceChanges.Change(
                old: change.old.flatMap { before[$0.entry.number] }, new: change.new.flatMap { after[$0.entry.number] }, move: change.move)
        }
    }

    /// - Parameter ids: The ids of sections that were read; a section keeps its id.
    private func sides(
        _ items: [Side], of list: ListSnapshot, _ ids: inout [Number: Identifier], _ remaining: inout Int
    ) throws -> [Number: SourceChanges.Side] {
        for item in items where ids[item.section.number] == nil {
            ids[item.section.number] = try list.storage.sections([item.section.revision]).first?.id
        }
        var sides: [Number: SourceChanges.Side] = [:]
        sides.reserveCapacity(items.count)
        try list.readStored(items.map(\.entry)) { index, stored in
            remaining -= stored.id.count + stored.value.count
            guard remaining >= 0 else { throw TooManyChanges() }
            let (entry, section) = (items[index].entry, items[index].section)
            guard let id = ids[section.number] else { throw MissingRecord(key: section.revision) }
            let location = SourceChanges.Location(section: id, path: items[index].path)
            sides[entry.number] = SourceChanges.Side(
                entry: entry, revision: ItemRevision(entry.revision, stored), location: location)
        }
        return sides
    }
}
