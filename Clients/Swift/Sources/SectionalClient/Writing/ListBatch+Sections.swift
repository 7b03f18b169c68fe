import Foundation

/// Edits of sections. A section is named as it was seen: its id says which one it is.
extension ListBatch {
    /// Puts a section before the one at an index of the screen, or at the list's end.
    ///
    /// If that one has gone when the server gets it, a single insertion goes before the next that is left, else to the end.
    ///
    /// - Parameters:
    ///   - index: 0 to the number of sections on the screen.
    ///   - header: Nil for none.
    ///   - footer: Nil for none.
    ///   - metadata: Further members for the app.
    ///   - id: Nil makes a random one.
    /// - Throws: ``ListFailure/notLoaded`` for an index that is none.
    public mutating func insertSection(
        at index: Int, header: JSONValue? = nil, footer: JSONValue? = nil, metadata: [String: JSONValue] = [:], id: String? = nil
    ) throws {
        let spots = try spots(at: index, except: nil) + [.end]
        if id != nil { hasGivenIDs = true }
        let section = NewSection<Item>(id: id ?? UUID().uuidString, header: header, footer: footer, metadata: metadata)
        operations.append(BatchOperation(inserting: section, spots: spots))
    }

    /// Writes other members of a section: the difference of two values of it, so that what others change beside it stays.
    ///
    /// - Parameters:
    ///   - section: The section as somebody saw it.
    ///   - new: The same with another header, footer or metadata.
    /// - Throws: ``ListFailure/gone(_:)`` of a section that is no more, or that this app has deleted; `EncodingError` where a member within one of
    ///   them becomes null, which no request says.
    public mutating func updateSection(_ section: ListSection, to new: ListSection) throws {
        _ = try checked(section)
        if let operation = try BatchOperation<Item>(updating: section, to: new) { operations.append(operation) }
    }

    /// Moves a section to an index, where it is afterwards.
    ///
    /// - Throws: ``ListFailure/gone(_:)`` as ``updateSection(_:to:)`` does, ``ListFailure/notLoaded`` for an index that is none.
    public mutating func moveSection(_ section: ListSection, to index: Int) throws {
        let start = try checked(section)
        let spots = try spots(at: index, except: start)
        guard start != index, !spots.isEmpty else { return }
        operations.append(BatchOperation(movingSection: section.id, spots: spots))
    }

    /// Deletes a section with its items, whatever others have written to them.
    ///
    /// - Throws: ``ListFailure/gone(_:)`` as ``updateSection(_:to:)`` does.
    public mutating func deleteSection(_ section: ListSection) throws {
        _ = try checked(section)
        operations.append(BatchOperation(deletingSection: section.id))
        deletedSections.insert(ExactID(section.id))
    }

    /// The index of a section on the screen.
    private func checked(_ section: ListSection) throws -> Int {
        let shown = shownSections()
        guard let index = shown.firstIndex(where: { ExactID($0.id) == ExactID(section.id) }) else {
            throw ListFailure.noSection(section.id)
        }
        guard !shown[index].isDeleted, !deletedSections.contains(ExactID(section.id)) else { throw ListFailure.sectionDeletedHere }
        return index
    }

    /// Before the sections from an index on, or after the one before it.
    ///
    /// - Parameter moved: The index of the section that moves: the other index counts without it.
    private func spots(at index: Int, except moved: Int?) throws -> [WriteTarget.Spot] {
        var others = shownSections()
        if let moved { others.remove(at: moved) }
        guard (0...others.count).contains(index) else { throw ListFailure.notLoaded }
        return others.spots(at: index) { !$0.isDeleted && !deletedSections.contains(ExactID($0.id)) }
    }
}

extension ListFailure {
    fileprivate static func noSection(_ id: String) -> ListFailure {
        .gone(Problem(slug: ProblemSlug.sectionNotFound.rawValue, status: 404, title: "There is no section with the id “\(id)”."))
    }

    /// An edit of a section that cannot be taken back over what others have done to it.
    static var sectionChanged: ListFailure {
        let title = "Somebody else has changed the section."
        return .conflict(current: nil, Problem(slug: ProblemSlug.preconditionFailed.rawValue, status: 412, title: title))
    }

    /// An edit of a section that this app has deleted itself.
    static var sectionDeletedHere: ListFailure {
        .gone(Problem(slug: ProblemSlug.sectionGone.rawValue, status: 409, title: "This app has deleted the section."))
    }
}
