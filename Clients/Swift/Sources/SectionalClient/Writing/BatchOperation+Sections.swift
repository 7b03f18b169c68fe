import Foundation

/// The operations on sections.
extension BatchOperation {
    /// - Parameter spots: The targets, the first one first.
    init(inserting section: NewSection<Item>, spots: [WriteTarget.Spot]) {
        self.init(op: "insertSection")
        (newSection, editedSection, self.spots) = (section, section.id, spots)
    }

    /// The difference of two values of a section; nil where there is none.
    ///
    /// - Throws: `EncodingError` where a member within one of the members becomes null, which no request says.
    init?(updating section: ListSection, to new: ListSection) throws {
        guard let merge = try ValueDifference.difference(from: section.membersText, to: new.membersText) else {
            throw EncodingError.invalidValue(
                new, .init(codingPath: [], debugDescription: "a member of a section's parts that becomes null"))
        }
        let members = new.members(otherThan: section)
        guard !members.isEmpty else { return nil }
        self.init(op: "updateSection", section: "@\(section.id)")
        (self.merge, self.members, editedSection) = (merge, members, section.id)
    }

    init(movingSection id: String, spots: [WriteTarget.Spot]) {
        self.init(op: "moveSection", section: "@\(id)")
        (editedSection, self.spots) = (id, spots)
    }

    init(deletingSection id: String) {
        self.init(op: "deleteSection", section: "@\(id)")
        editedSection = id
    }
}

extension ListSection {
    /// The members that a request may change, as JSON; one that is null is not there.
    fileprivate var membersText: Data {
        get throws { try JSONEncoder().encodeExactly(members.filter { $0.value != .null }) }
    }

    private var members: [String: JSONValue] { ["header": header ?? .null, "footer": footer ?? .null, "metadata": .object(metadata)] }

    func members(otherThan old: ListSection) -> [String: JSONValue] {
        let before = old.members
        return members.filter { $0.value != before[$0.key] }
    }
}

extension Sequence<ListSection> {
    /// The targets before the sections from an index on, or after the one before it.
    ///
    /// - Parameter isLeft: Whether something may come beside a section.
    func spots(at index: Int, where isLeft: (ListSection) -> Bool) -> [WriteTarget.Spot] {
        let sections = Array(self)
        let following = sections[index...].prefix(WriteTarget.mostSpots).filter(isLeft).map { WriteTarget.Spot.before("@\($0.id)") }
        return following + sections[..<index].filter(isLeft).suffix(1).map { .after("@\($0.id)") }
    }
}

extension WriteTarget {
    /// Targets of one edit of a section: one that is refused for its neighbour goes beside the next.
    fileprivate static var mostSpots: Int { 8 }
}
