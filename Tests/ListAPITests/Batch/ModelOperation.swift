import Lists
import TestSupport

/// One operation on a list, as a batch has it and as a route of its own takes it, and what it does to plain arrays.
///
/// Names are those of `named`, a version of the list; places count in the arrays that the operation is applied to.
enum ModelOperation {
    enum Place {
        case end
        case at(Int)
        case before(String)
        case after(String)
    }

    case insertItems([String], value: Int, into: String, Place)
    case updateItem(String, Int)
    case patchItem(String, Int)
    case deleteItem(String)
    case moveItem(String, to: (section: Int, row: Int))
    case moveItemBeside(String, Place)
    case insertSection(String, items: [String], Place)
    case updateSection(String, Int)
    case moveSection(String, Place)
    case deleteSection(String)

    /// What is wrong with an operation: the status and the slug.
    enum Failure: String, Error {
        case itemGone = "409 item-gone"
        case sectionGone = "409 section-gone"
        case outOfRange = "422 index-out-of-range"
        case notThere = "422 reference-not-found"
    }

    /// The items and the section that the operation makes or changes; none for a deletion.
    var touched: (items: [String], section: String?) {
        switch self {
        case .insertItems(let ids, _, _, _): (ids, nil)
        case .updateItem(let id, _), .patchItem(let id, _), .moveItem(let id, _), .moveItemBeside(let id, _): ([id], nil)
        case .insertSection(let id, _, _), .updateSection(let id, _), .moveSection(let id, _): ([], id)
        case .deleteItem, .deleteSection: ([], nil)
        }
    }

    func apply(to model: inout ArrayModel) throws(Failure) {
        switch self {
        case .insertItems(let ids, let value, let section, let place):
            let index = try Self.section(section, in: model)
            let row = try Self.row(place, in: index, of: model)
            model.sections[index].items.insert(contentsOf: ids.map { ArrayModel.Item(id: $0, value: "\(value)") }, at: row)
        case .updateItem(let id, let value), .patchItem(let id, let value):
            let path = try Self.item(id, in: model)
            model.sections[path.section].items[path.row].value = "\(value)"
        case .deleteItem(let id):
            let path = try Self.item(id, in: model)
            model.sections[path.section].items.remove(at: path.row)
        case .moveItem(let id, let target):
            let path = try Self.item(id, in: model)
            var rest = model
            let item = rest.sections[path.section].items.remove(at: path.row)
            guard rest.sections.indices.contains(target.section), target.row <= rest.sections[target.section].items.count else {
                throw .outOfRange
            }
            rest.sections[target.section].items.insert(item, at: target.row)
            model = rest
        case .moveItemBeside(let id, let place):
            let path = try Self.item(id, in: model)
            let neighbour: String
            switch place {
            case .before(let name), .after(let name): neighbour = name
            case .end, .at: return
            }
            _ = try Self.item(neighbour, in: model)
            guard neighbour != id else { return }
            let item = model.sections[path.section].items.remove(at: path.row)
            let beside = try Self.item(neighbour, in: model)
            let offset = if case .after = place { 1 } else { 0 }
            model.sections[beside.section].items.insert(item, at: beside.row + offset)
        case .insertSection(let id, let items, let place):
            let index = try Self.index(place, in: model, last: model.sections.count)
            let made = ArrayModel.Section(id: id, header: "0", items: items.map { ArrayModel.Item(id: $0, value: "0") })
            model.sections.insert(made, at: index)
        case .updateSection(let id, let header): model.sections[try Self.section(id, in: model)].header = "\(header)"
        case .moveSection(let id, let place):
            let source = try Self.section(id, in: model)
            var target = try Self.index(place, in: model, last: model.sections.count - 1)
            if case .at = place {} else if target > source { target -= 1 }
            model.sections.insert(model.sections.remove(at: source), at: target)
        case .deleteSection(let id): model.sections.remove(at: try Self.section(id, in: model))
        }
    }

    private static func item(_ id: String, in model: ArrayModel) throws(Failure) -> IndexPath {
        guard let path = model.path(of: id) else { throw .itemGone }
        return path
    }

    private static func section(_ id: String, in model: ArrayModel) throws(Failure) -> Int {
        guard let index = model.index(of: id) else { throw .sectionGone }
        return index
    }

    private static func row(_ place: Place, in section: Int, of model: ArrayModel) throws(Failure) -> Int {
        let path: IndexPath
        switch place {
        case .end: return model.sections[section].items.count
        case .at(let row):
            guard row <= model.sections[section].items.count else { throw .outOfRange }
            return row
        case .before(let id): path = try item(id, in: model)
        case .after(let id):
            let found = try item(id, in: model)
            path = IndexPath(section: found.section, row: found.row + 1)
        }
        guard path.section == section else { throw .notThere }
        return path.row
    }

    private static func index(_ place: Place, in model: ArrayModel, last: Int) throws(Failure) -> Int {
        switch place {
        case .end: return model.sections.count
        case .at(let index):
            guard index <= last else { throw .outOfRange }
            return index
        case .before(let id): return try section(id, in: model)
        case .after(let id): return try section(id, in: model) + 1
        }
    }
}
