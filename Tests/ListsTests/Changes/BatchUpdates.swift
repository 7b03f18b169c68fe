@testable import Lists

/// A simulator of a list view's batch updates, as strict as UIKit's `performBatchUpdates`, and as the contract's section 4 is beyond it:
/// where that raises an exception or shows something wrong, this throws.
///
/// Deletions and the sources of moves are counted before, insertions and the targets of moves after. Nothing stands twice, nothing is
/// changed inside a section that comes, goes or moves in the same batch, and the counts of every section add up.
struct BatchUpdates {
    /// What is wrong with a batch.
    struct Defect: Error, Equatable, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    let stage: Changeset.Stage
    /// What an inserted section brings along: what a client pages in.
    var arriving: (Identifier) throws -> [FollowedList.Item] = { _ in [] }
    /// An item's id, value and type.
    var content: (Item) throws -> FollowedList.Item
    /// How many items each section has afterwards, as the data source says; `nil` where it is not asked.
    var counts: [Int]?

    /// Performs the batch.
    ///
    /// - Throws: ``Defect``.
    func perform(on list: inout FollowedList) throws {
        guard stage.operationCount > 0 else { throw Defect("the stage is empty") }
        try checkOrder()
        let remaining = try takeItems(from: list.sections)
        var sections = try placeSections(remaining)
        try placeItems(of: list.sections, in: &sections)
        if let counts, counts != sections.map(\.items.count) {
            throw Defect("the counts do not add up: \(sections.map(\.items.count)), not \(counts)")
        }
        try checkInserted(sections)
        try update(&sections)
        list.sections = sections
        let ids = list.sections.flatMap(\.items).map(\.id)
        guard Set(ids).count == ids.count else { throw Defect("an item's id stands twice") }
        guard Set(list.sections.map(\.id)).count == list.sections.count else { throw Defect("a section's id stands twice") }
    }

    private func checkOrder() throws {
        let sections = [
            stage.sections.deleted.map(\.index), stage.sections.inserted.map(\.index), stage.sections.moved.map(\.to),
            stage.sections.updated.map(\.index),
        ]
        let items = [
            stage.items.deleted.map(\.indexPath), stage.items.inserted.map(\.indexPath), stage.items.moved.map(\.to),
            stage.items.updated.map(\.indexPath),
        ]
        guard sections.allSatisfy(Self.isAscending), items.allSatisfy(Self.isAscending) else { throw Defect("an array is not ascending") }
        try Self.checkUnique(stage.sections.deleted.map(\.index) + stage.sections.moved.map(\.from), "a section goes twice")
        try Self.checkUnique(stage.sections.inserted.map(\.index) + stage.sections.moved.map(\.to), "two sections come to one place")
        try Self.checkUnique(stage.items.deleted.map(\.indexPath) + stage.items.moved.map(\.from), "an item goes twice")
        try Self.checkUnique(stage.items.inserted.map(\.indexPath) + stage.items.moved.map(\.to), "two items come to one place")
    }

    private static func isAscending<Place: Comparable>(_ places: [Place]) -> Bool {
        zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }
    }

    private static func checkUnique<Place: Hashable>(_ places: [Place], _ defect: String) throws {
        guard Set(places).count == places.count else { throw Defect(defect) }
    }

    /// The sections before the batch, without the items that go.
    private func takeItems(from old: [FollowedList.Section]) throws -> [FollowedList.Section] {
        let leaving = Set(stage.sections.deleted.map(\.index) + stage.sections.moved.map(\.from))
        var rows: [Int: Set<Int>] = [:]
        let goings = stage.items.deleted.map { ($0.id, $0.indexPath) } + stage.items.moved.map { ($0.id, $0.from) }
        for (id, path) in goings {
            guard old.indices.contains(path.section), old[path.section].items.indices.contains(path.row) else {
                throw Defect("no item was at \(path)")
            }
            guard !leaving.contains(path.section) else { throw Defect("an item goes from a section that goes or moves") }
            guard old[path.section].items[path.row].id == id else { throw Defect("the item at \(path) was not \(id)") }
            rows[path.section, default: []].insert(path.row)
        }
        var remaining = old
        for (section, gone) in rows {
            remaining[section].items = old[section].items.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
        }
        return remaining
    }

    /// The sections after the batch, still without the items that come.
    private func placeSections(_ old: [FollowedList.Section]) throws -> [FollowedList.Section] {
        var slots = [FollowedList.Section?](
            repeating: nil, count: max(0, old.count - stage.sections.deleted.count + stage.sections.inserted.count))
        var leaving: Set<Int> = []
        for (id, index) in stage.sections.deleted.map({ ($0.id, $0.index) }) + stage.sections.moved.map({ ($0.id, $0.from) }) {
            guard old.indices.contains(index) else { throw Defect("no section was at \(index)") }
            guard old[index].id == id else { throw Defect("the section at \(index) was not \(id)") }
            leaving.insert(index)
        }
        guard (stage.sections.inserted.map(\.index) + stage.sections.moved.map(\.to)).allSatisfy(slots.indices.contains) else {
            throw Defect("a section comes to a place that is not there")
        }
        for section in stage.sections.inserted {
            slots[section.index] = FollowedList.Section(
                id: section.id, content: section.content, items: try arriving(section.id))
        }
        for move in stage.sections.moved { slots[move.to] = old[move.from] }
        var staying = old.indices.lazy.filter { !leaving.contains($0) }.map { old[$0] }[...]
        return try slots.map { slot in
            if let slot { return slot }
            guard let next = staying.popFirst() else { throw Defect("the sections do not add up") }
            return next
        }
    }

    private func placeItems(of old: [FollowedList.Section], in sections: inout [FollowedList.Section]) throws {
        let arriving = Set(stage.sections.inserted.map(\.index) + stage.sections.moved.map(\.to))
        var comings: [Int: [Int: FollowedList.Item]] = [:]
        let moves = stage.items.moved.map { ($0.to, old[$0.from.section].items[$0.from.row]) }
        for (path, item) in try stage.items.inserted.map({ ($0.indexPath, try content($0)) }) + moves {
            guard sections.indices.contains(path.section) else { throw Defect("an item comes to \(path), where no section is") }
            guard !arriving.contains(path.section) else { throw Defect("an item comes to a section that comes or moves") }
            comings[path.section, default: [:]][path.row] = item
        }
        for (section, items) in comings {
            var staying = sections[section].items[...]
            let rows = 0..<(staying.count + items.count)
            guard items.keys.allSatisfy(rows.contains) else { throw Defect("an item comes to a row that is not there") }
            sections[section].items = rows.compactMap { items[$0] ?? staying.popFirst() }
        }
    }

    private func checkInserted(_ sections: [FollowedList.Section]) throws {
        for section in stage.sections.inserted where section.itemCount != sections[section.index].items.count {
            throw Defect("the section \(section.id) comes with \(sections[section.index].items.count) items, not \(section.itemCount)")
        }
        for item in stage.items.inserted + stage.items.updated where item.position != item.indexPath.row {
            throw Defect("the position is not the row")
        }
        try Self.checkUnique((stage.items.inserted + stage.items.updated).map(\.indexPath), "an item is updated twice")
        try Self.checkUnique((stage.sections.inserted + stage.sections.updated).map(\.index), "a section is updated twice")
    }

    /// What is reconfigured when the batch has been performed.
    private func update(_ sections: inout [FollowedList.Section]) throws {
        for section in stage.sections.updated {
            guard sections.indices.contains(section.index), sections[section.index].id == section.id else {
                throw Defect("the section at \(section.index) is not \(section.id)")
            }
            guard sections[section.index].items.count == section.itemCount else {
                throw Defect("the section \(section.id) has \(sections[section.index].items.count) items, not \(section.itemCount)")
            }
            guard sections[section.index].content != section.content else { throw Defect("the section \(section.id) has not changed") }
            sections[section.index].content = section.content
        }
        for item in stage.items.updated {
            let new = try content(item)
            let path = item.indexPath
            guard sections.indices.contains(path.section), sections[path.section].items.indices.contains(path.row),
                sections[path.section].items[path.row].id == new.id
            else { throw Defect("the item at \(path) is not \(new.id)") }
            sections[path.section].items[path.row] = new
        }
    }
}
