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
