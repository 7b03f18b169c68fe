/// How a request names an item.
public enum ItemReference: Sendable, Hashable {
    /// By its index path, both counted from 0.
    case path(section: Int, row: Int)
    case id(Identifier)
    /// By an index path that no list has, since no `Int` holds one of its numbers.
    case outOfRange
}

/// How a request names a section.
public enum SectionReference: Sendable, Hashable {
    /// By its index, counted from 0.
    case index(Int)
    case id(Identifier)
    /// By an index that no list has, since no `Int` holds it.
    case outOfRange
}

extension ListSnapshot {
    /// The section that a request names.
    ///
    /// - Throws: ``ListError`` `sectionNotFound`.
    public func section(_ reference: SectionReference) throws -> Section {
        switch reference {
        case .index(let index): try section(at: index)
        case .id(let id): try section(withID: id)
        case .outOfRange: throw ListError(.sectionNotFound, "There is no section of so high an index.")
        }
    }

    /// The item that a request names.
    ///
    /// - Throws: ``ListError`` `itemNotFound`.
    public func item(_ reference: ItemReference) throws -> Item {
        switch reference {
        case .path(let section, let row): try item(at: IndexPath(section: section, row: row))
        case .id(let id): try item(withID: id)
        case .outOfRange: throw ListError(.itemNotFound, "There is no item at so high an index path.")
        }
    }
}
