import Lists

/// The views of a store, by their numbers and by their sources.
struct ViewIndex: Sendable {
    /// A view.
    struct View: Sendable {
        /// The view's number.
        let list: Int64
        let id: ListID
        let source: ListID
        /// Of a view that could not be brought up to date: the source's version that its head shows, 0 for none.
        var behind: Int64?
    }

    private(set) var views: [Int64: View] = [:]
    private var bySource: [ListID: [Int64]] = [:]

    var isEmpty: Bool { views.isEmpty }

    /// How many views could not be brought up to date.
    var behindCount: Int { views.values.reduce(0) { $0 + ($1.behind == nil ? 0 : 1) } }

    subscript(_ list: Int64) -> View? { views[list] }

    /// The views of a list, the oldest first.
    func views(of source: ListID) -> [View] { bySource[source]?.compactMap { views[$0] } ?? [] }

    mutating func insert(_ view: View) {
        views[view.list] = view
        bySource[view.source, default: []].append(view.list)
    }

    mutating func remove(_ list: Int64) {
        guard let view = views.removeValue(forKey: list) else { return }
        bySource[view.source]?.removeAll { $0 == list }
        if bySource[view.source]?.isEmpty == true { bySource[view.source] = nil }
    }

    mutating func setBehind(_ list: Int64, _ behind: Int64?) { views[list]?.behind = behind }

    /// Reads the committed views.
    static func load(_ connection: DatabaseConnection) throws -> ViewIndex {
        var index = ViewIndex()
        let rows = try connection.statement(
            "SELECT v.list, l.id, v.source, v.behind FROM view v JOIN list l ON l.number = v.list ORDER BY v.list")
        for view in try rows.all(read: view) { index.insert(view) }
        return index
    }

    private static func view(_ row: Row) throws -> View {
        guard let id = ListID(row["id"]), let source = ListID(row["source"]) else {
            throw SQLiteFailure(code: .corrupt, message: "a view has no possible id", operation: "read the views")
        }
        return View(list: row["list"], id: id, source: source, behind: row["behind"] as Int64?)
    }
}
