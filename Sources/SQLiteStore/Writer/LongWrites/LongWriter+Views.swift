import CellTypes
import Lists
import Ports

/// Views that are built beside the writer: a view is a long write whose content is what its definition makes of a version of its source.
/// The source is written to meanwhile, and its last transaction takes that in.
extension LongWriter {
    /// The most items of a source that may differ for its view to be built by difference.
    private static let changeLimit = 100_000

    /// Builds a view that takes too long on the writer.
    func build(_ view: ListID) {
        start(
            Replacement<Void>(
                id: view, content: .change { _ in }, rules: TypeRules(),
                begin: { transaction in
                    guard let transaction = transaction as? StoreTransaction else { throw StoreMisuse("a store has its own transactions") }
                    return transaction.beginBuild() ? nil : ()
                }, finish: { _, _ in },
                completion: { [weak self] result in
                    if case .failure(let error) = result { self?.noteFailed(view, error) }
                }))
    }

    /// Takes in why a view was not built. One that only had to wait for too long is built later.
    private func noteFailed(_ view: ListID, _ error: any Error) {
        if let error = error as? ListError, error.code == .unavailable || error.code == .overloaded { return }
        writer.tools.health.noteBehind(view, error)
        writer.queue.add(
            WriteJob(view) { transaction in
                (transaction as StoreTransaction).noteBuildFailed()
            } completion: { (_: Result<Void, any Error>) in
            })
    }

    /// The source of a view, as it now is.
    func build(of text: ViewText, _ id: ListID, _ long: LongEdit) throws -> ViewBuild {
        try runOnWriter(id, long.longWrite) { try $0.build(of: text, isSame: long.base.properties.view == text) }
    }

    /// Gives an edit the content of a view, by the difference of its source where that is known, and stores it but for a last part.
    ///
    /// - Returns: The version; `nil` where nothing has changed.
    func show(_ build: ViewBuild, in edit: ListEdit, _ id: ListID, _ long: LongEdit) throws -> VersionDraft? {
        guard let text = edit.properties.view else { return nil }
        defer { withExtendedLifetime(build.pins) {} }
        configuration.beforeBuild?()
        let definition = try ViewDefinition(validating: text.text)
        if let source = build.source, let shown = build.shown,
            let changes = try SourceChanges(from: shown, to: source, limit: Self.changeLimit),
            let update = try ViewUpdate.update(of: definition, changes)
        {
            let other = self.edit(of: long)
            other.takeProperties(of: source.head)
            if try update.isEmpty || update.apply(to: other, sectionLimit: build.sectionLimit) { return try finished(other, id, long) }
        }
        edit.takeProperties(of: build.source?.head)
        let content = try ViewContent(
            of: definition, over: build.source, sectionLimit: build.sectionLimit,
            check: WorkCheck { [interruption] in try interruption.check() })
        try edit.show(content, of: build.source)
        return try finished(edit, id, long)
    }
}
