import Lists
import Ports

/// The transactions of a view that is built beside the writer.
extension StoreTransaction {
    /// Begins to build the list.
    ///
    /// - Returns: Whether it is a view that is behind its source.
    func beginBuild() -> Bool {
        guard let head = incarnation?.head else { return false }
        return batch.beginBuild(of: head.number)
    }

    /// Takes in that the list could not be built.
    func noteBuildFailed() {
        guard let head = incarnation?.head else { return }
        batch.state.views.noteFailed(head.number)
    }

    /// The source that the list is to be built of.
    func build(of text: ViewText, isSame: Bool) throws -> ViewBuild {
        guard let longWrite else { throw StoreMisuse("a view is built by a long write") }
        isLook = true
        return try batch.build(of: text, list: longWrite.list, isSame: isSame)
    }

    /// Makes the version that was built, with what its source has become meanwhile. Where that is too much the view is behind, and is built
    /// again.
    ///
    /// - Parameter draft: `nil` where the view was what it is to be.
    func commit(_ draft: VersionDraft?, of build: ViewBuild) throws -> ListSnapshot {
        guard let longWrite, let head = draft?.head ?? incarnation?.head, let text = head.properties.view else {
            throw StoreMisuse("a view is built by a long write")
        }
        let source = try batch.source(text.source)
        let before = batch.origin(ofDefined: head.number, over: source).before
        let author = batch.state.views.takeLateAuthor(of: head.number)
        let now = now
        func finished(_ draft: VersionDraft, of source: ListHead?) -> VersionDraft {
            draft.made(at: now).made(of: ViewOrigin(source: source?.version, before: before), by: author)
        }
        var (shown, made) = (build.source?.head, draft.map { finished($0, of: build.source?.head) })
        if let old = shown, let source, old.number == source.number, old.version != source.version,
            let next = try caughtUp(draft, head, longWrite, from: old, to: source, { finished($0, of: source) })
        {
            (shown, made) = (source, next.draft)
        }
        let isCurrent = shown?.number == source?.number && shown?.version == source?.version
        built = BuiltView(late: isCurrent ? nil : shown?.version ?? 0, endsSource: build.endsSource)
        return try commit(made)
    }

    /// The version that was built as it is with the changes of its source since.
    private struct CaughtUp {
        let draft: VersionDraft?
    }

    /// Brings a version that is to be made up to date, by the difference of its source.
    ///
    /// Its own rows are stored first, as another part of the long write. What the difference makes goes on from these.
    ///
    /// - Parameter finished: Gives a version its time, its origin and its author.
    /// - Returns: `nil` where the difference is not enough.
    private func caughtUp(
        _ draft: VersionDraft?, _ head: ListHead, _ longWrite: LongWrite, from old: ListHead, to source: ListHead,
        _ finished: (VersionDraft) -> VersionDraft
    ) throws -> CaughtUp? {
        guard let text = head.properties.view, let changes = try batch.changes(from: old, to: source),
            let update = try ViewUpdate.update(of: batch.state.views.definition(of: text, list: head.number), changes)
        else { return nil }
        let edit = batch.edit(of: head)
        let areTaken = edit.takeProperties(of: source)
        if update.isEmpty, !areTaken { return CaughtUp(draft: draft.map(finished)) }
        let restoreParts = longWrite.savepoint()
        try batch.state.connection.beginSavepoint()
        do {
            if let draft {
                if !longWrite.hasRows { try note(longWrite) }
                try batch.state.drafts.write(
                    draft.rows, of: longWrite, withPropertiesOf: draft.hasNewProperties ? draft.head : nil)
            }
            guard try update.isEmpty || update.apply(to: edit, sectionLimit: batch.state.viewSections) else {
                try batch.state.connection.rollBackToSavepoint()
                restoreParts()
                return nil
            }
            let next = try edit.finish(by: draft?.author)
            if let next, draft != nil { try batch.state.drafts.deleteStale(next.rows, of: longWrite) }
            let made = (draft.map { $0.continued(by: next) } ?? next).map(finished)
            if let made { noteWritten(try batch.state.drafts.write(made, after: longWrite.parts)) }
            if made == nil { try batch.state.connection.releaseSavepoint() }
            if let draft { batch.add(part: draft.rows) }
            return CaughtUp(draft: made)
        } catch {
            try batch.state.connection.rollBackToSavepoint()
            restoreParts()
            throw error
        }
    }
}
