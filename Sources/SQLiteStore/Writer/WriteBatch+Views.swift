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
        for list in state.views.pending.keys.sorted() { try updateView(list) }
    }

    /// Brings a list up to date, if it is a view that is behind the batch.
    func updateView(_ id: ListID) throws {
        guard let list = try state.incarnations.newestIncarnation(of: id)?.row.number else { return }
        try updateView(list)
    }

    /// A failure undoes this view's update alone: the view then stays as it was, and is tried again with the source's next write.
    private func updateView(_ list: Int64) throws {
        guard state.views.pending[list] != nil, let view = state.views.index[list] else { return }
        try state.connection.beginSavepoint()
        let version: ViewVersion
        let written: WrittenVersion?
        do {
            version = try self.version(of: view, over: try source(view.source))
            written = try version.draft.map { try state.drafts.write($0) }
        } catch {
            try state.connection.rollBackToSavepoint()
            if view.behind == nil { health.noteBehind(view.id, error) }
            return try state.views.noteBehind(view)
        }
        try state.connection.releaseSavepoint()
        try take(version, written)
    }

    /// The head of a list that views are made of; `nil` where there is none, or a view.
    func source(_ id: ListID) throws -> ListHead? {
        guard let head = try state.incarnations.newestIncarnation(of: id)?.head, !head.isView else { return nil }
        return head
    }

    /// Makes the next version of a view.
    ///
    /// - Parameter source: The list that it is made of, which may be written by a write that still runs.
    func version(of view: ViewIndex.View, over source: ListHead?, by author: String? = nil) throws -> ViewVersion {
        guard let incarnation = try state.incarnations.incarnation(view.list), let head = incarnation.head else {
            throw StoreMisuse("a view is a list")
        }
        let edit = ListEdit(
            base: head, isNew: false, storage: storage(of: head), now: StoredTime.next(now, after: head.updatedAt), identifiers: identifiers
        )
        try fill(edit, from: source)
        let pending = state.views.pending[view.list]
        let draft = try edit.finish(by: pending.map { $0.isOfOneAuthor ? $0.author : nil } ?? author)
        let before = try pending.map(\.before) ?? lastShown(by: view, of: self.source(view.source))
        return ViewVersion(
            view: view, incarnation: incarnation, head: head,
            draft: draft?.made(of: ViewOrigin(source: source?.version, before: before)))
    }

    /// Gives an edit the content that its definition makes of a list.
    func fill(_ edit: ListEdit, from source: ListHead?) throws {
        guard let text = edit.properties.view?.text else { return }
        let definition = try ViewDefinition(validating: text)
        let list = source.map { snapshot($0) }
        var properties = edit.properties
        (properties.defaultType, properties.search) = (source?.properties.defaultType, source?.properties.search)
        edit.setProperties(properties)
        try edit.show(try ViewContent(of: definition, over: list, sectionLimit: state.viewSections), of: list)
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

    /// Notes that a list has another version, or none, for the views of it.
    ///
    /// - Parameter before: The list's version before.
    func noteSource(_ id: ListID, before: ListHead?, author: String?) {
        guard before?.isView != true else { return }
        state.views.note(id, before: before?.version, author: author)
    }

    /// Empties the views of a list that has ended: none of their versions before can be read any more, as none of the list's can.
    func endSource(_ id: ListID) throws {
        for view in state.views.index.views(of: id) {
            try updateView(view.list)
            guard let incarnation = try state.incarnations.incarnation(view.list), let head = incarnation.head else { continue }
            restart(incarnation, head)
        }
    }

    /// Empties a view that has stayed behind for so long that its source lets the items go that it shows. One that can't be written stays.
    private func empty(_ view: ViewIndex.View, shown: Int64) throws {
        guard let incarnation = try state.incarnations.incarnation(view.list), let head = incarnation.head,
            let text = head.properties.view?.text
        else { return }
        try state.connection.beginSavepoint()
        let draft: VersionDraft
        let written: WrittenVersion
        do {
            let edit = ListEdit(
                base: head, isNew: false, storage: storage(of: head), now: StoredTime.next(now, after: head.updatedAt),
                identifiers: identifiers)
            try edit.show(try ViewContent(of: ViewDefinition(validating: text), over: nil, sectionLimit: 0), of: nil)
            guard let made = try edit.finish()?.made(of: ViewOrigin(source: nil, before: shown)) else {
                return try state.connection.releaseSavepoint()
            }
            draft = made
            written = try state.drafts.write(made)
        } catch {
            health.note(error)
            return try state.connection.rollBackToSavepoint()
        }
        try state.connection.releaseSavepoint()
        try state.views.setBehind(view, 0)
        add(draft, to: incarnation, written)
    }

    /// Has the versions of views go with those that their source has let go.
    func releaseViews(of source: Incarnation) throws {
        for view in state.views.index.views(of: source.id) {
            guard let incarnation = try state.incarnations.incarnation(view.list), incarnation.head != nil else { continue }
            if let behind = view.behind, behind > 0, behind < source.row.oldest { try empty(view, shown: behind) }
            let (oldest, bytes) = try state.views.oldest(of: incarnation.row, from: source.row.oldest)
            guard oldest > incarnation.row.oldest else { continue }
            incarnation.release(to: oldest, bytes: bytes)
            markDirty(incarnation)
        }
    }
}
