import Foundation

/// A list as a client has it that knows only what an event stream or `changes` tells it: sections and items with their ids and values.
struct FollowedDocument: Equatable {
    struct Item: Equatable {
        let id: String
        var value: String
        var revision: Int
    }

    struct Section: Equatable {
        let id: String
        var header: String
        var items: [Item] = []
    }

    private(set) var version = 0
    private(set) var sections: [Section] = []

    /// The empty list.
    init() {}

    /// What an export says.
    init(export text: String) throws {
        for line in text.split(separator: "\n") {
            let object = try Self.object(line)
            if let list = object["list"] as? [String: Any] {
                version = try Self.number(list, "version")
            } else if let section = object["section"] as? [String: Any] {
                sections.append(try Self.section(section))
            } else if let item = object["item"] as? [String: Any] {
                sections[sections.count - 1].items.append(try Self.item(item))
            }
        }
    }

    /// Applies a changes object that begins where the document is.
    ///
    /// - Parameter load: Reads the whole list at a version: for `reload`, and for the items of sections that are inserted.
    mutating func apply(_ changes: [String: Any], load: (Int) throws -> FollowedDocument) throws {
        guard try Self.number(changes, "from") == version else { throw TestFailure("from \(changes["from"] ?? "") after \(version)") }
        let target = try Self.number(changes, "to")
        if changes["reload"] as? Bool == true {
            self = try load(target)
            return
        }
        let known = Set(sections.flatMap(\.items).map(\.id))
        for stage in changes["stages"] as? [[String: Any]] ?? [] {
            try applySections(stage["sections"] as? [String: Any] ?? [:]) { id in
                // Those that were somewhere before come by moves of a later stage.
                try load(target).sections.first { $0.id == id }?.items.filter { !known.contains($0.id) } ?? []
            }
            try applyItems(stage["items"] as? [String: Any] ?? [:])
        }
        version = target
    }

    private mutating func applySections(_ changes: [String: Any], arriving: (String) throws -> [Item]) throws {
        let moved = Self.entries(changes, "moved")
        let deleted = Self.entries(changes, "deleted")
        let before = sections
        let leaving = try Set((deleted.map { try Self.number($0, "index") } + moved.map { try Self.number($0, "from") }))
        var result = before.indices.filter { !leaving.contains($0) }.map { before[$0] }
        var arrivals: [(place: Int, section: Section)] = []
        for entry in Self.entries(changes, "inserted") {
            var section = try Self.section(entry["section"] as? [String: Any] ?? [:])
            section.items = try arriving(section.id)
            arrivals.append((try Self.number(entry, "index"), section))
        }
        for entry in moved { arrivals.append((try Self.number(entry, "to"), before[try Self.number(entry, "from")])) }
        for arrival in arrivals.sorted(by: { $0.place < $1.place }) { result.insert(arrival.section, at: arrival.place) }
        for entry in Self.entries(changes, "updated") {
            result[try Self.number(entry, "index")].header = try Self.section(entry["section"] as? [String: Any] ?? [:]).header
        }
        sections = result
    }

    private mutating func applyItems(_ changes: [String: Any]) throws {
        let before = sections
        let moved = Self.entries(changes, "moved")
        let leaving = try Self.entries(changes, "deleted").map { try Self.path($0, "indexPath") } + moved.map { try Self.path($0, "from") }
        for path in leaving.sorted(by: { $0[1] > $1[1] }) { sections[path[0]].items.remove(at: path[1]) }
        var arrivals = try Self.entries(changes, "inserted").map {
            (path: try Self.path($0, "indexPath"), item: try Self.item($0["item"] as? [String: Any] ?? [:]))
        }
        for entry in moved {
            let from = try Self.path(entry, "from")
            arrivals.append((try Self.path(entry, "to"), before[from[0]].items[from[1]]))
        }
        for arrival in arrivals.sorted(by: { $0.path[1] < $1.path[1] }) {
            sections[arrival.path[0]].items.insert(arrival.item, at: arrival.path[1])
        }
        for entry in Self.entries(changes, "updated") {
            let path = try Self.path(entry, "indexPath")
            sections[path[0]].items[path[1]] = try Self.item(entry["item"] as? [String: Any] ?? [:])
        }
    }

    private static func entries(_ changes: [String: Any], _ name: String) -> [[String: Any]] { changes[name] as? [[String: Any]] ?? [] }

    private static func section(_ object: [String: Any]) throws -> Section {
        Section(id: object["id"] as? String ?? "", header: "\(object["header"] ?? "")")
    }

    private static func item(_ object: [String: Any]) throws -> Item {
        Item(id: object["id"] as? String ?? "", value: "\(object["value"] ?? "")", revision: try number(object, "revision"))
    }

    private static func number(_ object: [String: Any], _ key: String) throws -> Int {
        guard let number = object[key] as? Int else { throw TestFailure("no \(key) in \(object)") }
        return number
    }

    private static func path(_ object: [String: Any], _ key: String) throws -> [Int] {
        guard let path = object[key] as? [Int], path.count == 2 else { throw TestFailure("no \(key) in \(object)") }
        return path
    }

    private static func object(_ line: Substring) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { throw TestFailure("no object") }
        return object
    }
}
