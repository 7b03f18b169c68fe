import JSON
import TestSupport

@testable import Lists

/// One operation of a list edit with random arguments, applied to a list and to a model alike.
enum RandomOperation {
    case insertItems([ItemDraft], IndexPath)
    case deleteItem(IndexPath)
    case moveItem(IndexPath, IndexPath)
    case updateItem(IndexPath, String, TypeChoice)
    case insertSection(SectionDraft, Int)
    case updateSection(Int, String)
    case moveSection(Int, Int)
    case deleteSection(Int)
    case setTitle(String)

    /// - Parameter run: How many items one insertion brings at most.
    init(_ model: ArrayModel, run: Int, using random: inout SeededGenerator) {
        let sections = model.sections.count
        guard sections > 0 else {
            self = .insertSection(Self.section(run, using: &random), 0)
            return
        }
        let section = random.below(sections)
        let paths = model.paths
        switch random.below(paths.isEmpty ? 9 : 16) {
        case 0...2:
            let row = random.bias(below: model.sections[section].items.count + 1)
            self = .insertItems(Self.items(1 + random.below(run), using: &random), IndexPath(section: section, row: row))
        case 3: self = .insertItems([Self.item(using: &random)], IndexPath(section: section, row: 0))
        case 4: self = .insertSection(Self.section(run, using: &random), random.below(sections + 1))
        case 5: self = .updateSection(section, "\(random.below(2))")
        case 6: self = .moveSection(section, random.below(sections))
        case 7: self = random.below(3) == 0 || sections > 8 ? .deleteSection(section) : .setTitle("t\(random.below(2))")
        case 8: self = .setTitle("t\(random.below(3))")
        case 9...11: self = .deleteItem(paths[random.bias(below: paths.count)])
        case 12, 13:
            let source = paths[random.bias(below: paths.count)]
            let last = model.sections[section].items.count - (section == source.section ? 1 : 0)
            self = .moveItem(source, IndexPath(section: section, row: random.bias(below: last + 1)))
        default:
            let type: TypeChoice = [.unspecified, .none, .named("T")][random.below(3)]
            self = .updateItem(paths[random.bias(below: paths.count)], "\(random.below(3))", type)
        }
    }

    private static func item(using random: inout SeededGenerator) -> ItemDraft {
        let id = random.below(2) == 0 ? Identifier(verbatim: "i\(random.below(60))") : nil
        return ItemDraft(id: id, type: random.below(2) == 0 ? .named("T") : .unspecified, value: JSONText(verbatim: "\(random.below(3))"))
    }

    private static func items(_ count: Int, using random: inout SeededGenerator) -> [ItemDraft] {
        var seen: Set<Identifier> = []
        return (0..<count).map { _ in
            var item = item(using: &random)
            if let id = item.id, !seen.insert(id).inserted { item.id = nil }
            return item
        }
    }

    private static func section(_ run: Int, using random: inout SeededGenerator) -> SectionDraft {
        SectionDraft(
            id: random.below(2) == 0 ? Identifier(verbatim: "s\(random.below(8))") : nil,
            header: JSONText(verbatim: "\(random.below(2))"), items: items(random.below(run), using: &random))
    }

    /// Whether the model has an id already that this would insert.
    func clashes(with model: ArrayModel) -> Bool {
        switch self {
        case .insertItems(let drafts, _): drafts.contains { $0.id.map { model.hasItem($0.text) } ?? false }
        case .insertSection(let draft, _):
            model.sections.contains { $0.id == draft.id?.text } || draft.items.contains { $0.id.map { model.hasItem($0.text) } ?? false }
        default: false
        }
    }

    func apply(to edit: ListEdit, _ model: inout ArrayModel) throws {
        let version = edit.version
        switch self {
        case .insertItems(let drafts, let path):
            let made = try edit.insertItems(drafts, at: path)
            model.sections[path.section].items.insert(contentsOf: Self.rows(drafts, made.map(\.revision.id.text), version), at: path.row)
        case .deleteItem(let path):
            try edit.deleteItem(at: path)
            model.sections[path.section].items.remove(at: path.row)
        case .moveItem(let source, let target):
            try edit.moveItem(from: source, to: target)
            let item = model.sections[source.section].items.remove(at: source.row)
            model.sections[target.section].items.insert(item, at: target.row)
        case .updateItem(let path, let value, let type):
            try edit.updateItem(at: path, value: JSONText(verbatim: value), type: type)
            let old = model.sections[path.section].items[path.row]
            var new = ArrayModel.Item(id: old.id, value: value, type: old.type, revision: old.revision)
            if type == TypeChoice.none { new.type = nil }
            if type == .named("T") { new.type = "T" }
            if new != old { new.revision = version }
            model.sections[path.section].items[path.row] = new
        case .insertSection(let draft, let index):
            let made = try edit.insertSection(draft, at: index)
            let ids = try made.entry.items.elements(in: 0..<made.itemCount, of: edit.editor).map {
                try edit.itemRevision($0.revision).id.text
            }
            let section = ArrayModel.Section(id: made.id.text, header: draft.header.text, items: Self.rows(draft.items, ids, version))
            model.sections.insert(section, at: index)
        case .updateSection(let index, let header):
            let content = SectionContent(header: JSONText(verbatim: header), footer: .null, metadata: .emptyObject)
            try edit.updateSection(at: index, content: content)
            model.sections[index].header = header
        case .moveSection(let source, let target):
            try edit.moveSection(from: source, to: target)
            model.sections.insert(model.sections.remove(at: source), at: target)
        case .deleteSection(let index):
            try edit.deleteSection(at: index)
            model.sections.remove(at: index)
        case .setTitle(let title):
            edit.setProperties(ListProperties(title: title))
            model.title = title
        }
    }

    private static func rows(_ drafts: [ItemDraft], _ ids: [String], _ version: Int64) -> [ArrayModel.Item] {
        zip(drafts, ids).map { draft, id in
            ArrayModel.Item(id: id, value: draft.value.text, type: draft.type == .named("T") ? "T" : nil, revision: version)
        }
    }
}
