import Lists
import Ports

/// How a batch keeps views right: after its writes, each view whose source it has changed shows what its definition makes of the source.
extension WriteBatch {
    /// A version of a view that is made and not taken in yet.
    struct ViewVersion {
        let view: ViewIndex.View
        let incarnation: Incarnation
        /// The view's head before it.
        let head: ListHead
        /// `nil` where nothing has changed.
        let draft: VersionDraft?
    }

    /// Brings the views up to date whose sources the batch has changed.
    func updateViews() throws {
        // An update notes nothing itself: no view is a source.
        for list in state.views.takePending() { try updateView(list) }
        sourceUpdates = [:]
    }

    /// Brings views up to date before a write runs: all of them once so much has changed as one write may change, else the list that it
    /// names, if that is a view.
    func updateViews(before id: ListID) throws {
        if state.views.pendingRows >= state.shortView { try updateViews() } else { try updateView(id) }
    }

    /// Brings a list up to date, if it is a view that is behind the batch.
    func updateView(_ id: ListID) throws {
        guard let list = try state.incarnations.newestIncarnation(of: id)?.row.number else { return }
        try updateView(list)
    }

    /// A failure undoes this view's update alone: the view then stays as it was, and is tried again with the source's next write. One that
    /// takes long stays as it was, too, and is built beside the writer.
    func updateView(_ list: Int64) throws {
        guard state.views.pending[list] != nil, let view = state.views.index[list] else { return }
        guard !isBuilding(list) else { return try state.views.noteBehind(view) }
        let version: ViewVersion
        do {
            version = try self.version(of: view, over: try source(view.source))
        } catch is ViewTakesLong {
            try state.views.noteBehind(view)
            return ask(for: view)
        } catch {
            return try noteBehind(view, error)
        }
        guard let draft = version.draft else { return try take(version, nil) }
        try state.connection.beginSavepoint()
        let written: WrittenVersion
        do { written = try state.drafts.write(draft) } catch {
            try state.connection.rollBackToSavepoint()
            return try noteBehind(view, error)
        }
        try state.connection.releaseSavepoint()
        try take(version, written)
    }

    private func noteBehind(_ view: ViewIndex.View, _ error: any Error) throws {
        if view.behind == nil { health.noteBehind(view.id, error) }
        try state.views.noteBehind(view)
        state.views.noteFailed(view.list)
    }

    /// The head of a list that views are made of; `nil` where there is none, or a view.
    func source(_ id: ListID) throws -> ListHead? {
        guard let head = try state.incarnations.newestIncarnation(of: id)?.head, !head.isView else { return nil }
        return head
    }

    /// Makes the next version of a view.
    ///
    /// - Parameters:
    ///   - source: The list that it is made of, which may be written by a write that still runs.
    ///   - mayTakeLong: Whether it is made here, however long that takes.
    /// - Throws: ``ViewTakesLong``.
    func version(
        of view: ViewIndex.View, over source: ListHead?, by author: String? = nil, mayTakeLong: Bool = false
    ) throws -> ViewVersion {
        guard let incarnation = try state.incarnations.incarnation(view.list), let head = incarnation.head else {
            throw StoreMisuse("a view is a list")
        }
        guard !view.showsEnded(before: source) else { throw ViewTakesLong() }
        let pending = state.views.pending[view.list]
        let current = try self.source(view.source)
        let shown = if let pending { pending.shown } else { view.behind == nil ? current : nil }
        let edit = try update(head, from: shown, to: source, mayTakeLong: mayTakeLong)
        let draft = try edit?.finish(by: pending.map { $0.isOfOneAuthor ? $0.author : nil } ?? author)
        let before = pending.map(\.before) ?? lastShown(by: view, of: current)
        return ViewVersion(
            view: view, incarnation: incarnation, head: head,
            draft: draft?.made(of: ViewOrigin(source: source?.version, before: before)))
    }

    /// The edit that brings a view up to date: by what differs between two versions of its source, or whole where that is not enough.
    ///
    /// - Parameter shown: The version of the source that the view shows; `nil` where it shows none as it was.
    /// - Returns: `nil` where the view stays as it is.
    private func update(_ head: ListHead, from shown: ListHead?, to source: ListHead?, mayTakeLong: Bool) throws -> ListEdit? {
        var isCut = false
        if let text = head.properties.view, let shown, let source, let changes = try changes(from: shown, to: source),
            let update = try ViewUpdate(of: state.views.definition(of: text, list: head.number), changes)
        {
            if update.isEmpty, head.properties.hasPropertiesOfSource(source.properties) { return nil }
            let edit = edit(of: head)
            edit.takeProperties(of: source)
            if try update.apply(to: edit, sectionLimit: state.viewSections) { return edit }
            // Few items have changed, so its readers expect it at once.
            isCut = true
        }
        let edit = edit(of: head)
        try fill(edit, from: source, mayTakeLong: mayTakeLong || isCut)
        return edit
    }

    /// The difference between two versions of a source, which all its views share; `nil` where it is too large.
    func changes(from shown: ListHead, to source: ListHead) throws -> SourceChanges? {
        if let known = sourceChanges, known.areBetween(shown, source) { return known }
        guard shown.number == source.number else { return nil }
        if let known = sourceUpdates[source.number], known.old === shown, known.new === source {
            sourceChanges = try SourceChanges(from: snapshot(shown), to: snapshot(source), by: known.updates)
            return sourceChanges
        }
        // Pending changes are of fewer items than one write may change, and that write comes on top.
        sourceChanges = try SourceChanges(from: snapshot(shown), to: snapshot(source), limit: 2 * state.shortView)
        return sourceChanges
    }

    /// An edit of a view.
    func edit(of view: ListHead) -> ListEdit {
        ListEdit(
            base: view, isNew: false, storage: ListRecords(of: view, in: records),
            now: StoredTime.next(now, after: view.updatedAt), identifiers: identifiers)
    }

    /// Gives an edit the content that its definition makes of a list.
    ///
    /// - Throws: ``ViewTakesLong`` where that has no place on the writer.
    func fill(_ edit: ListEdit, from source: ListHead?, mayTakeLong: Bool = false) throws {
        guard let text = edit.properties.view?.text else { return }
        guard mayTakeLong || max(source?.itemCount ?? 0, edit.itemCount) <= state.shortView else { throw ViewTakesLong() }
        let definition = try ViewDefinition(validating: text)
        let list = source.map { snapshot($0) }
        edit.takeProperties(of: source)
        try edit.show(try ViewContent(of: definition, over: list, sectionLimit: state.viewSections), of: list)
    }

    /// Whether a view shows its source as the batch has left it.
    func isCurrent(_ list: Int64) -> Bool {
        state.views.pending[list] == nil && state.views.index[list].map { $0.behind == nil } ?? false
    }

    /// The origin of a view's next version where its definition or its properties change.
    func origin(ofDefined list: Int64, over source: ListHead?) -> ViewOrigin {
        let before = state.views.index[list].map { lastShown(by: $0, of: source) } ?? source?.version
        return ViewOrigin(source: source?.version, before: before)
    }

    /// The last version of its source that a view is right for, where the batch has left it up to date; `nil` for none.
    private func lastShown(by view: ViewIndex.View, of source: ListHead?) -> Int64? {
        guard let behind = view.behind else { return source?.version }
        return behind > 0 ? behind : nil
    }

    /// Takes in that a view has a version that its definition or its properties have made.
    func note(_ head: ListHead, as view: ViewText, isNew: Bool) throws {
        if isNew { try state.views.insert(ViewIndex.View(list: head.number, id: head.id, source: view.source)) }
        if let known = state.views.index[head.number] { try state.views.noteCurrent(known) }
    }

    /// Takes in a version of a view whose rows are written.
    func take(_ version: ViewVersion, _ written: WrittenVersion?) throws {
        try state.views.noteCurrent(version.view)
        guard let draft = version.draft, let written else { return }
        add(draft, to: version.incarnation, written)
        guard state.outbox.wants(.listChanged, of: version.view.id) else { return }
        try append(.changed(version.view.id, version: draft.head.version, at: draft.head.updatedAt))
    }
}
