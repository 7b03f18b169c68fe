import Lists

/// The views of a store, by their numbers and by their sources.
struct ViewIndex: Sendable {
    /// A view.
    struct View: Sendable {
        /// The view's number.
        let list: Int64
        let id: ListID
        let source: ListID
        /// Of a view that is not up to date: the source's version that its head shows, 0 for none.
        var behind: Int64?

        /// Whether the list is gone that the view shows. The view is emptied before it shows the one that has come after it.
        ///
        /// - Parameter source: The list of the source's id as it is.
        func showsEnded(before source: ListHead?) -> Bool {
            guard let behind, behind > 0 else { return false }
            return source.map { $0.base >= behind } ?? true
        }
    }

    private(set) var views: [Int64: View] = [:]
    private var bySource: [ListID: [Int64]] = [:]

    var isEmpty: Bool { views.isEmpty }

    /// How many views are not up to date.
    private(set) var behindCount = 0

    /// The views that are not up to date, the oldest first.
    var behind: [View] { views.values.filter { $0.behind != nil }.sorted { $0.list < $1.list } }

    subscript(_ list: Int64) -> View? { views[list] }

    func hasViews(of source: ListID) -> Bool { bySource[source] != nil }

    /// The views of a list, the oldest first.
    func views(of source: ListID) -> [View] { bySource[source]?.compactMap { views[$0] } ?? [] }

    mutating func insert(_ view: View) {
        if view.behind != nil { behindCount += 1 }
        views[view.list] = view
        bySource[view.source, default: []].append(view.list)
    }

    mutating func remove(_ list: Int64) {
        guard let view = views.removeValue(forKey: list) else { return }
        if view.behind != nil { behindCount -= 1 }
        bySource[view.source]?.removeAll { $0 == list }
        if bySource[view.source]?.isEmpty == true { bySource[view.source] = nil }
    }

    mutating func setBehind(_ list: Int64, _ behind: Int64?) {
        guard let view = views[list] else { return }
        behindCount += (behind == nil ? 0 : 1) - (view.behind == nil ? 0 : 1)
        views[list]?.behind = behind
    }

    /// The same views, where those that an earlier index has as behind their sources still are.
    func late(as earlier: ViewIndex) -> ViewIndex {
        var index = self
        if earlier.behindCount > 0 {
            for view in earlier.behind where views[view.list]?.behind == nil { index.setBehind(view.list, view.behind) }
        }
        return index
    }

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
