import Foundation

/// Edits of sections. A section is named as it was seen: its id says which one it is.
extension ListBatch {
    /// Targets of one edit: a section that is refused for its neighbour goes beside the next.
    private static var mostSpots: Int { 8 }

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
        let section = NewSection(id: id ?? UUID().uuidString, header: header, footer: footer, metadata: metadata)
        var operation = BatchOperation<Item>(op: "insertSection")
        (operation.newSection, operation.editedSection, operation.spots) = (section, section.id, spots)
        operations.append(operation)
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
        guard let merge = try ValueDifference.difference(from: section.membersText, to: new.membersText) else {
            throw EncodingError.invalidValue(
                new, .init(codingPath: [], debugDescription: "a member of a section's parts that becomes null"))
        }
        let members = new.members(otherThan: section)
        guard !members.isEmpty else { return }
        var operation = BatchOperation<Item>(op: "updateSection", section: "@\(section.id)")
        (operation.merge, operation.members, operation.editedSection) = (merge, members, section.id)
        operations.append(operation)
    }

    /// Moves a section to an index, where it is afterwards.
    ///
    /// - Throws: ``ListFailure/gone(_:)`` as ``updateSection(_:to:)`` does, ``ListFailure/notLoaded`` for an index that is none.
    public mutating func moveSection(_ section: ListSection, to index: Int) throws {
        let start = try checked(section)
        let spots = try spots(at: index, except: start)
        guard start != index, !spots.isEmpty else { return }
        var operation = BatchOperation<Item>(op: "moveSection", section: "@\(section.id)")
        (operation.editedSection, operation.spots) = (section.id, spots)
        operations.append(operation)
    }

    /// Deletes a section with its items, whatever others have written to them.
    ///
    /// - Throws: ``ListFailure/gone(_:)`` as ``updateSection(_:to:)`` does.
    public mutating func deleteSection(_ section: ListSection) throws {
        _ = try checked(section)
        var operation = BatchOperation<Item>(op: "deleteSection", section: "@\(section.id)")
        operation.editedSection = section.id
        operations.append(operation)
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
        let isLeft = { (section: ListSection) in !section.isDeleted && !deletedSections.contains(ExactID(section.id)) }
        let following = others[index...].prefix(Self.mostSpots).filter(isLeft).map { WriteTarget.Spot.before("@\($0.id)") }
        return following + others[..<index].filter(isLeft).suffix(1).map { .after("@\($0.id)") }
    }
}

extension ListSection {
    /// The members that a request may change, as JSON; one that is null is not there.
    fileprivate var membersText: Data {
        get throws { try JSONEncoder().encodeExactly(members.filter { $0.value != .null }) }
    }

    private var members: [String: JSONValue] { ["header": header ?? .null, "footer": footer ?? .null, "metadata": .object(metadata)] }

    fileprivate func members(otherThan old: ListSection) -> [String: JSONValue] {
        let before = old.members
        return members.filter { $0.value != before[$0.key] }
    }
}

extension ListFailure {
    fileprivate static func noSection(_ id: String) -> ListFailure {
        .gone(Problem(slug: ProblemSlug.sectionNotFound.rawValue, status: 404, title: "There is no section with the id “\(id)”."))
    }

    /// An edit of a section that this app has deleted itself.
    static var sectionDeletedHere: ListFailure {
        .gone(Problem(slug: ProblemSlug.sectionGone.rawValue, status: 409, title: "This app has deleted the section."))
    }
}
