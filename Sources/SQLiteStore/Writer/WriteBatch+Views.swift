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
        for source in state.views.notedSources {
            try write(try concernedViews(of: source).compactMap { try nextVersion(of: $0) })
            viewUpdates = [:]
        }
        try write(try state.views.takePending().compactMap { try nextVersion(of: $0) })
        sourceUpdates = [:]
    }

    /// Judges the items of a source that differ for all of its views at once, so that nothing more is done for those that stay as they are.
    ///
    /// - Returns: The others, and those that have to be looked at alone; all of them where they can't be judged together.
    private func concernedViews(of id: ListID) -> [Int64] {
        do {
            guard let shown = state.views.shown(of: id), let source = try source(id), shown.propertiesKey == source.propertiesKey,
                let family = try state.views.family(of: id, { try state.incarnations.incarnation($0)?.head?.properties.view }),
                let changes = try changes(from: shown, to: source)
            else { return state.views.putDown(id) }
            var changed: [Int64] = []
            for (list, outcome) in zip(family.views, try ViewUpdate.outcomes(of: family.definitions, changes)) {
                if isLookedAtAlone(list) {
                    changed.append(list)
                } else if case .changed(let update) = outcome {
                    changed.append(list)
                    viewUpdates[list] = update
                } else if case .isMadeWhole = outcome {
                    changed.append(list)
                }
            }
            return state.views.putDown(id, to: changed)
        } catch {
            // Each view finds out by itself, and is behind alone where that fails again.
            return state.views.putDown(id)
        }
    }

    /// Whether a view does not show its source as the batch found it, or may not be changed.
    private func isLookedAtAlone(_ list: Int64) -> Bool {
        state.views.isPendingAlone(list) || isBuilding(list) || state.views.index.behindCount > 0 && state.views.index[list]?.behind != nil
    }

    /// Brings views up to date before a write runs: all of them once so much has changed as one write may change, else the list that it
    /// names, if that is a view.
    func updateViews(before id: ListID) throws {
        if state.views.pendingRows >= state.shortView { try updateViews() } else { try updateView(id) }
    }

    /// Brings a list up to date, if it is a view that is behind the batch.
    func updateView(_ id: ListID) throws {
        guard let list = try state.incarnations.newestIncarnation(of: id)?.row.number, state.views.index[list] != nil else { return }
        try updateView(list)
    }

    /// A failure undoes this view's update alone: the view then stays as it was, and is tried again with the source's next write. One that
    /// takes long stays as it was, too, and is built beside the writer.
    func updateView(_ list: Int64) throws {
        if let version = try nextVersion(of: list) { try write([version]) }
    }

    /// The next version of a view, to be written; `nil` where the view stays as it is, and where it could not be made.
    private func nextVersion(of list: Int64) throws -> ViewVersion? {
        guard let view = state.views.index[list], state.views.pending(of: view) != nil else { return nil }
        guard !isBuilding(list) else {
            try state.views.noteBehind(view)
            return nil
        }
        let version: ViewVersion
        do {
            version = try self.version(of: view, over: try source(view.source))
        } catch is ViewTakesLong {
            try state.views.noteBehind(view)
            ask(for: view)
            return nil
        } catch {
            try noteBehind(view, error)
            return nil
        }
        guard version.draft == nil else { return version }
        try state.views.noteCurrent(view)
        return nil
    }

    /// Writes versions of views, all in one savepoint, or each in its own where one of them fails.
    private func write(_ versions: [ViewVersion]) throws {
        guard let first = versions.first else { return }
        try state.connection.beginSavepoint()
        let written: [WrittenVersion]
        do { written = try versions.compactMap(\.draft).map { try state.drafts.write($0) } } catch {
            try state.connection.rollBackToSavepoint()
            guard versions.count > 1 else { return try noteBehind(first.view, error) }
            return try versions.forEach { try write([$0]) }
        }
        try state.connection.releaseSavepoint()
        for (version, written) in zip(versions, written) { try take(version, written) }
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
        let pending = state.views.pending(of: view)
        let current = try pending == nil ? self.source(view.source) : nil
        let shown = if let pending { pending.shown } else { view.behind == nil ? current : nil }
        let edit = try update(head, from: shown, to: source, mayTakeLong: mayTakeLong)
        let origin = ViewOrigin(source: source?.version, before: pending.map(\.before) ?? lastShown(by: view, of: current))
        let draft = try edit?.finish(by: pending.map { $0.isOfOneAuthor ? $0.author : nil } ?? author, of: origin)
        return ViewVersion(view: view, incarnation: incarnation, head: head, draft: draft)
    }

    /// The edit that brings a view up to date: by what differs between two versions of its source, or whole where that is not enough.
    ///
    /// - Parameter shown: The version of the source that the view shows; `nil` where it shows none as it was.
    /// - Returns: `nil` where the view stays as it is.
    private func update(_ head: ListHead, from shown: ListHead?, to source: ListHead?, mayTakeLong: Bool) throws -> ListEdit? {
        var isCut = false
        if let text = head.properties.view, let shown, let source, let changes = try changes(from: shown, to: source),
            let update = try viewUpdate(of: text, list: head.number, changes)
        {
            let hasProperties = head.properties.hasPropertiesOfSource(source.properties)
            if update.isEmpty, hasProperties { return nil }
            let edit = edit(of: head)
            if !hasProperties { edit.takeProperties(of: source) }
            if try update.apply(to: edit, sectionLimit: state.viewSections, state.views.sortKeys) { return edit }
            // Few items have changed, so its readers expect it at once.
            isCut = true
        }
        let edit = edit(of: head)
        try fill(edit, from: source, mayTakeLong: mayTakeLong || isCut)
        return edit
    }

    /// The update of a view by the changes of its source: the one that was made for all of its views, if there is one.
    private func viewUpdate(of text: ViewText, list: Int64, _ changes: SourceChanges) throws -> ViewUpdate? {
        if let known = viewUpdates[list], known.changes === changes { return known }
        return try ViewUpdate.update(of: state.views.definition(of: text, list: list), changes)
    }

    /// The difference between two versions of a source, which all its views share; `nil` where it is too large.
    func changes(from shown: ListHead, to source: ListHead) throws -> SourceChanges? {
        if let known = sourceChanges, known.areBetween(shown, source) { return known }
        guard shown.number == source.number else { return nil }
        if let known = sourceUpdates[source.number], known.old === shown, known.new === source {
            sourceChanges = SourceChanges(from: snapshot(shown), to: snapshot(source), by: known.updates)
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
        state.views.index[list].map { state.views.pending(of: $0) == nil && $0.behind == nil } ?? false
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
        if let known = state.views.index[head.number] { try state.views.noteDefined(known) }
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
