import Lists
import Ports

/// How views are built beside the writer that take too long on it.
extension WriteBatch {
    /// Whether a long write has a view, which takes in what its source has become when it ends.
    func isBuilding(_ list: Int64) -> Bool {
        state.longWrites.hasLongWrite(list: list) && !ended.contains { $0.list == list }
    }

    /// Whether a view is behind its source, and is built or about to be.
    func isLate(_ list: Int64) -> Bool {
        state.views.index[list]?.behind != nil && (state.views.isAskedFor(list) || isBuilding(list))
    }

    /// Has a view that is behind its source be built, once the batch is committed.
    func ask(for view: ViewIndex.View) {
        if state.views.ask(for: view.list) { viewsToBuild.append(view.id) }
    }

    /// Has all views be built that are behind their sources, such as after a start, but for those that have failed. One that was asked for
    /// is asked for again: that build may have been refused before it began.
    func askForViews() {
        guard state.views.index.behindCount > 0 else { return }
        for view in state.views.index.behind where !state.views.hasFailed(view.list) && !isBuilding(view.list) {
            state.views.ask(for: view.list)
            if !viewsToBuild.contains(view.id) { viewsToBuild.append(view.id) }
        }
    }

    /// Takes in that a view is about to be built.
    ///
    /// - Returns: Whether it is behind its source.
    func beginBuild(of list: Int64) -> Bool {
        state.views.noteBuild(of: list)
        return state.views.index[list]?.behind != nil
    }

    /// The source that a view is to be built of.
    ///
    /// - Parameters:
    ///   - text: Its definition.
    ///   - isSame: Whether that is the one that its head was made by.
    func build(of text: ViewText, list: Int64, isSame: Bool) throws -> ViewBuild {
        let current = try source(text.source)
        let view = state.views.index[list]
        let endsSource = view?.showsEnded(before: current) ?? false
        let source = endsSource ? nil : current
        var shown: ListHead?
        if isSame, let behind = view?.behind, behind > 0, let source {
            let row = try state.incarnations.newestIncarnation(of: source.id)?.row
            if let row, row.oldest <= behind { shown = try state.reader().head(of: row, at: behind) }
        }
        return ViewBuild(
            source: source.map { snapshot($0) }, shown: shown.map { snapshot($0) }, endsSource: endsSource,
            sectionLimit: state.viewSections, pins: [source, shown].compactMap { $0.map { pin($0) } })
    }

    /// Takes in that a view was built, also where that has made no version.
    func take(_ built: BuiltView, of list: Int64) throws {
        guard let view = state.views.index[list], let incarnation = try state.incarnations.incarnation(list), let head = incarnation.head
        else { return }
        if built.endsSource {
            restart(incarnation, head)
        } else if head.version == head.base + 1 {
            // No version before it needs what the first one has left behind.
            incarnation.release(to: head.version, bytes: incarnation.row.historyBytes)
        }
        guard let late = built.late else { return try state.views.noteCurrent(view) }
        try state.views.setBehind(view, late)
        ask(for: view)
    }

    /// The oldest version of a list that a view of it shows which is being built; `nil` for none.
    func oldestShown(_ row: IncarnationRow) -> Int64? {
        guard state.views.index.behindCount > 0, let id = ListID(row.id) else { return nil }
        return state.views.index.views(of: id).filter { isLate($0.list) }.compactMap(\.behind).filter { $0 > 0 }.min()
    }

    /// Whether a view that is being emptied shows a list that is deleted.
    func isShown(_ row: IncarnationRow) -> Bool {
        guard let deleted = row.deleted, let oldest = oldestShown(row) else { return false }
        return oldest < deleted
    }
}
