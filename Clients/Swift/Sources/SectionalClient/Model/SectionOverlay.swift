/// Sections that this app has inserted, changed, moved or deleted, and that the server's version on the screen does not have so yet.
///
/// The screen shows the server's section with the edits over it, in the order of writing; a refused one leaves the others.
struct SectionOverlay: Sendable {
    private var edits: [SectionEdit] = []

    var isEmpty: Bool { edits.isEmpty }

    /// Whether it inserts or moves a section.
    var placesSections: Bool { edits.contains(where: \.places) }

    var deletesSections: Bool { edits.contains { $0.kind == .deletion } }

    /// Whether the last edit of a section deletes it.
    func isDeleted(_ id: String) -> Bool { edits.last { $0.id == ExactID(id) }?.kind == .deletion }

    /// The section as it is shown.
    func shown(_ section: ListSection) -> ListSection {
        guard !edits.isEmpty else { return section }
        var shown = section
        for edit in edits where edit.id == ExactID(section.id) {
            shown.isPending = true
            shown.isDeleted = edit.kind == .deletion
            if case .update(let members) = edit.kind { shown.write(members) }
        }
        return shown
    }

    /// - Parameter new: The edits of one write; nothing is done where its key is known.
    mutating func add(_ new: [SectionEdit]) {
        guard let key = new.first?.key, !edits.contains(where: { $0.key == key }) else { return }
        edits += new
    }

    /// The server has it from `version` on. It stays until the screen is there.
    mutating func answered(key: String, version: ListVersion) {
        for index in edits.indices where edits[index].key == key { edits[index].version = version }
    }

    /// - Returns: Its edits.
    mutating func refused(key: String) -> [SectionEdit] { remove { $0.key == key } }

    /// Takes off what a version of the list has.
    ///
    /// - Returns: The edits that are taken off.
    mutating func settle(at version: ListVersion) -> [SectionEdit] { remove { $0.isSettled(at: version) } }

    /// Takes off what another list of this id has had.
    mutating func forgetAnswered() { _ = remove { $0.version != nil } }

    private mutating func remove(_ isDone: (SectionEdit) -> Bool) -> [SectionEdit] {
        let removed = edits.filter(isDone)
        if !removed.isEmpty { edits.removeAll(where: isDone) }
        return removed
    }

    /// The sections of a version with this app's insertions and moves.
    ///
    /// - Parameters:
    ///   - ids: Those of the version.
    ///   - version: Its number: what it has is not placed again.
    func arrangement(of ids: [ExactID], at version: ListVersion) -> SectionArrangement {
        var arrangement = SectionArrangement(ids)
        for edit in edits where edit.places && !edit.isSettled(at: version) { arrangement.place(edit) }
        return arrangement
    }
}

extension SectionEdit {
    fileprivate var places: Bool {
        switch kind {
        case .insertion, .move: true
        case .update, .deletion: false
        }
    }

    fileprivate func isSettled(at version: ListVersion) -> Bool { self.version.map { $0 <= version } ?? false }
}
