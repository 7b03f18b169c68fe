import HTTPTypes
import Lists
import TestSupport

extension ModelOperation {
    /// How something is named: by its id, or by its place in a version of the list.
    struct Naming {
        let named: ArrayModel
        /// Whether an item or section that the version has is named by its place.
        let byPlace: (String) -> Bool

        func item(_ id: String) -> String {
            guard let path = named.path(of: id), byPlace(id) else { return "@\(id)" }
            return "\(path.section)-\(path.row)"
        }

        func section(_ id: String) -> String {
            guard let index = named.index(of: id), byPlace(id) else { return "@\(id)" }
            return "\(index)"
        }
    }

    /// The operation as a batch has it.
    func operation(_ names: Naming) -> String {
        switch self {
        case .insertItems(_, _, let section, _): "{\"op\":\"insertItem\",\"section\":\"\(names.section(section))\",\(members(names))}"
        case .updateItem(let id, let value): "{\"op\":\"updateItem\",\"item\":\"\(names.item(id))\",\"value\":\(value)}"
        case .patchItem(let id, _): "{\"op\":\"patchItem\",\"item\":\"\(names.item(id))\",\(members(names))}"
        case .deleteItem(let id): "{\"op\":\"deleteItem\",\"item\":\"\(names.item(id))\"}"
        case .moveItem(let id, _), .moveItemBeside(let id, _): "{\"op\":\"moveItem\",\"item\":\"\(names.item(id))\",\(members(names))}"
        case .insertSection: "{\(members(names)),\"op\":\"insertSection\"}"
        case .updateSection(let id, let header):
            "{\"op\":\"updateSection\",\"section\":\"\(names.section(id))\",\"merge\":{\"header\":\(header)}}"
        case .moveSection(let id, _): "{\"op\":\"moveSection\",\"section\":\"\(names.section(id))\",\(members(names))}"
        case .deleteSection(let id): "{\"op\":\"deleteSection\",\"section\":\"\(names.section(id))\"}"
        }
    }

    /// The operation as a route of its own takes it: method, path and body.
    func request(_ names: Naming) -> (method: HTTPRequest.Method, path: String, body: String) {
        switch self {
        case .insertItems(_, _, let section, _): (.post, "/sections/\(names.section(section))/items", "{\(members(names))}")
        case .updateItem(let id, let value): (.put, "/items/\(names.item(id))", "\(value)")
        case .patchItem(let id, let value): (.patch, "/items/\(names.item(id))", "\(value)")
        case .deleteItem(let id): (.delete, "/items/\(names.item(id))", "")
        case .moveItem(let id, _), .moveItemBeside(let id, _): (.post, "/items/\(names.item(id))/move", "{\(members(names))}")
        case .insertSection: (.post, "/sections", "{\(members(names))}")
        case .updateSection(let id, let header): (.patch, "/sections/\(names.section(id))", "{\"header\":\(header)}")
        case .moveSection(let id, _): (.post, "/sections/\(names.section(id))/move", "{\(members(names))}")
        case .deleteSection(let id): (.delete, "/sections/\(names.section(id))", "")
        }
    }

    /// The members that a batch and a route have in common.
    private func members(_ names: Naming) -> String {
        switch self {
        case .insertItems(let ids, let value, _, let place):
            "\"items\":[\(Self.items(ids, value))]" + Self.place(place, names.item)
        case .patchItem(_, let value): "\"patch\":[{\"op\":\"replace\",\"path\":\"\",\"value\":\(value)}]"
        case .moveItem(_, let target): "\"to\":[\(target.section),\(target.row)]"
        case .moveItemBeside(_, let place): String(Self.place(place, names.item).dropFirst())
        case .insertSection(let id, let items, let place):
            "\"section\":{\"id\":\"\(id)\",\"header\":0,\"items\":[\(Self.items(items, 0))]}" + Self.place(place, names.section)
        case .moveSection(_, let place): String(Self.place(place, names.section).dropFirst())
        case .updateItem, .deleteItem, .updateSection, .deleteSection: ""
        }
    }

    private static func items(_ ids: [String], _ value: Int) -> String {
        ids.map { "{\"id\":\"\($0)\",\"value\":\(value)}" }.joined(separator: ",")
    }

    private static func place(_ place: Place, _ name: (String) -> String) -> String {
        switch place {
        case .end: ""
        case .at(let index): ",\"index\":\(index)"
        case .before(let id): ",\"before\":\"\(name(id))\""
        case .after(let id): ",\"after\":\"\(name(id))\""
        }
    }
}
