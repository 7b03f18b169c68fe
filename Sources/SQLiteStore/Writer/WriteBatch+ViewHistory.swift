import Lists
import Ports

/// How the versions of views come and go with those of their sources.
extension WriteBatch {
    /// Notes that a list gets another version, for the views of it.
    func noteSource(_ incarnation: Incarnation, _ draft: VersionDraft) {
        let before = incarnation.head
        guard before?.isView != true, state.views.index.hasViews(of: incarnation.id) else { return }
        let rows = draft.rows
        let count = rows.itemRevisions.count + rows.garbage.deletedItems.count + rows.placements.count
        state.views.note(incarnation.id, before: before, author: draft.author, rows: count)
        sourceUpdates[draft.head.number] = before.flatMap { before in
            draft.update.map { SourceUpdates(sourceUpdates[draft.head.number], before, $0, draft.head) }
        }
    }

    /// Notes that a list has ended, for the views of it.
    func noteEnd(of id: ListID, _ head: ListHead?, author: String?) {
        state.views.note(id, before: head, author: author, rows: 0)
    }

    /// Empties the views of a list that has ended: none of their versions before can be read any more, as none of the list's can. One that
    /// takes long to be emptied shows the list until it is.
    func endSource(_ id: ListID) throws {
        for view in state.views.index.views(of: id) {
            try updateView(view.list)
            guard !isLate(view.list), let incarnation = try state.incarnations.incarnation(view.list), let head = incarnation.head else {
                continue
            }
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
            let edit = edit(of: head)
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
            if let behind = view.behind, behind > 0, behind < source.row.oldest, !isLate(view.list) { try empty(view, shown: behind) }
            let (oldest, bytes) = try state.views.oldest(of: incarnation.row, from: source.row.oldest)
            guard oldest > incarnation.row.oldest else { continue }
            incarnation.release(to: oldest, bytes: bytes)
            markDirty(incarnation)
        }
    }
}
