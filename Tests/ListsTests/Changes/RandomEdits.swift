import JSON
import TestSupport

@testable import Lists

/// Random edits of a list, of every kind and in the combinations that are hard to follow: sections that move while items move into and
/// out of them, that are deleted while their items live on elsewhere, and that are made of items from elsewhere.
struct RandomEdits {
    /// How many items come at a time, at most.
    let run: Int
    /// How many items the list has, about, at most.
    let most: Int
    private static let values = 3
    private static let sections = 8

    /// Applies one edit.
    func apply(to edit: ListEdit, using random: inout SeededGenerator) throws {
        let count = edit.sectionCount
        guard count > 0 else { return try insertSection(into: edit, using: &random) }
        let section = random.below(count)
        guard let path = try path(in: edit, using: &random) else {
            try edit.insertItems(items(1 + random.below(run), using: &random), at: IndexPath(section: section, row: 0))
            return
        }
        if edit.itemCount > most { return try edit.deleteSection(at: section) }
        switch random.below(16) {
        case 0, 1:
            let row = random.bias(below: try itemCount(section, edit) + 1)
            try edit.insertItems(items(1 + random.below(run), using: &random), at: IndexPath(section: section, row: row))
        case 2, 3: try edit.deleteItem(at: path)
        case 4, 5: try move(path, into: section, edit, using: &random)
        case 6: try edit.updateItem(at: path, value: value(using: &random), type: [.unspecified, .none, .named("T")][random.below(3)])
        case 7: try insertSection(into: edit, using: &random)
        case 8: try edit.updateSection(at: section, content: content(using: &random))
        case 9: try edit.moveSection(from: section, to: random.below(count))
        case 10: if random.below(2) == 0 { try edit.deleteSection(at: section) }
        case 11: try swapNeighbours(path, edit)
        case 12: try pour(section, edit, using: &random)
        case 13: try gather(edit, using: &random)
        case 14: try bringBack(path, edit, using: &random)
        default: try bringBackSection(section, edit, using: &random)
        }
    }

    private func itemCount(_ section: Int, _ edit: ListEdit) throws -> Int { try edit.sectionEntry(at: section).itemCount }

    /// The place of some item; `nil` where there is none.
    private func path(in edit: ListEdit, using random: inout SeededGenerator) throws -> IndexPath? {
        guard edit.itemCount > 0, let place = try edit.sections.element(holdingItem: random.bias(below: edit.itemCount), in: edit.editor)
        else { return nil }
        return IndexPath(section: place.index, row: random.bias(below: place.element.itemCount))
    }

    private func move(_ path: IndexPath, into section: Int, _ edit: ListEdit, using random: inout SeededGenerator) throws {
        let room = try itemCount(section, edit) + (section == path.section ? 0 : 1)
        try edit.moveItem(from: path, to: IndexPath(section: section, row: random.bias(below: room)))
    }

    private func swapNeighbours(_ path: IndexPath, _ edit: ListEdit) throws {
        guard path.row > 0 else { return }
        try edit.moveItem(from: path, to: IndexPath(section: path.section, row: path.row - 1))
    }

    /// Moves items out of a section into others, and mostly does something to the section then.
    private func pour(_ section: Int, _ edit: ListEdit, using random: inout SeededGenerator) throws {
        for _ in 0..<random.below(run + 1) {
            let count = try itemCount(section, edit)
            guard count > 0 else { break }
            try move(
                IndexPath(section: section, row: random.below(count)), into: random.below(edit.sectionCount), edit, using: &random)
        }
        switch random.below(4) {
        case 0, 1: try edit.deleteSection(at: section)
        case 2: try edit.moveSection(from: section, to: random.below(edit.sectionCount))
        default: break
        }
    }

    /// Makes a section and moves items into it.
    private func gather(_ edit: ListEdit, using random: inout SeededGenerator) throws {
        guard edit.sectionCount < Self.sections else { return }
        let draft = SectionDraft(header: value(using: &random), items: items(random.below(3), using: &random))
        let index = random.below(edit.sectionCount + 1)
        try edit.insertSection(draft, at: index)
        for _ in 0..<random.below(run + 1) {
            guard let path = try path(in: edit, using: &random) else { break }
            try move(path, into: index, edit, using: &random)
        }
        if random.below(3) == 0 { try edit.moveSection(from: index, to: random.below(edit.sectionCount)) }
    }

    /// Deletes an item and inserts it again elsewhere.
    private func bringBack(_ path: IndexPath, _ edit: ListEdit, using random: inout SeededGenerator) throws {
        let id = try edit.id(ofItemAt: path)
        try edit.deleteItem(at: path)
        let section = random.below(edit.sectionCount)
        let row = random.below(try itemCount(section, edit) + 1)
        try edit.insertItems([ItemDraft(id: id, value: value(using: &random))], at: IndexPath(section: section, row: row))
    }

    /// Deletes a section and makes it again, with other items.
    private func bringBackSection(_ section: Int, _ edit: ListEdit, using random: inout SeededGenerator) throws {
        let id = try edit.moveSection(from: section, to: section).id
        try edit.deleteSection(at: section)
        let draft = SectionDraft(id: id, header: value(using: &random), items: items(random.below(run), using: &random))
        try edit.insertSection(draft, at: random.below(edit.sectionCount + 1))
    }

    private func insertSection(into edit: ListEdit, using random: inout SeededGenerator) throws {
        guard edit.sectionCount < Self.sections else { return }
        let id = random.below(2) == 0 ? Identifier(verbatim: "s\(random.below(Self.sections))") : nil
        let content = content(using: &random)
        let draft = SectionDraft(
            id: id, header: content.header, footer: content.footer, metadata: content.metadata,
            items: items(random.below(run), using: &random))
        try edit.insertSection(draft, at: random.below(edit.sectionCount + 1))
    }

    private func value(using random: inout SeededGenerator) -> JSONText { JSONText(verbatim: "\(random.below(Self.values))") }

    private func content(using random: inout SeededGenerator) -> SectionContent {
        SectionContent(
            header: value(using: &random), footer: random.below(4) == 0 ? value(using: &random) : .null,
            metadata: random.below(4) == 0 ? JSONText(verbatim: #"{"a":\#(random.below(2))}"#) : .emptyObject)
    }

    private func items(_ count: Int, using random: inout SeededGenerator) -> [ItemDraft] {
        var seen: Set<Identifier> = []
        return (0..<count).map { _ in
            // Sometimes an id that was there before, and was deleted since.
            let id = random.below(3) == 0 ? Identifier(verbatim: "i\(random.below(4 * most))") : nil
            let type: TypeChoice = random.below(2) == 0 ? .named("T") : .unspecified
            return ItemDraft(id: id.flatMap { seen.insert($0).inserted ? $0 : nil }, type: type, value: value(using: &random))
        }
    }

    /// A document that is about what a list is, for a replacement.
    func document(like list: FollowedList, using random: inout SeededGenerator) -> ListDraft {
        var sections = list.sections.map { section in
            SectionDraft(
                id: section.id, header: section.content.header, footer: section.content.footer, metadata: section.content.metadata,
                items: section.items.map {
                    ItemDraft(id: $0.id, type: $0.type.map { .named($0) } ?? .none, value: $0.value)
                })
        }
        for _ in 0...random.below(4) where !sections.isEmpty {
            let (section, other) = (random.below(sections.count), random.below(sections.count))
            let start = random.bias(below: sections[section].items.count + 1)
            switch random.below(9) {
            case 0: sections.swapAt(section, other)
            case 1: sections[section].items.reverse()
            case 2:
                let items = sections[section].items
                sections[section].items = sections[other].items
                sections[other].items = items
            case 3:
                let moved = Array(sections[section].items[start...].prefix(run))
                sections[section].items.removeSubrange(start..<(start + moved.count))
                sections[other].items.insert(contentsOf: moved, at: random.bias(below: sections[other].items.count + 1))
            case 4: sections[section].items.removeSubrange(start..<min(sections[section].items.count, start + run))
            case 5:
                for index in start..<min(sections[section].items.count, start + run) {
                    sections[section].items[index].value = value(using: &random)
                }
            case 6: sections.remove(at: section)
            case 7: sections[section] = SectionDraft(header: value(using: &random), items: sections[section].items)
            default:
                sections[section].items.insert(
                    contentsOf: items(random.below(run), using: &random).map { ItemDraft(value: $0.value) }, at: start)
            }
        }
        return ListDraft(properties: nil, sections: sections)
    }
}
