extension ListSnapshot {
    /// The rows of a section that a window shows. O(log n).
    ///
    /// - Throws: ``ListError`` `itemNotFound` when the section has no item that the window names.
    public func rows(of section: Section, in window: PageWindow) throws -> Range<Int> {
        try window.positions(in: section.itemCount) { id in
            let item = try item(withID: id)
            guard item.indexPath.section == section.index else {
                throw ListError(.itemNotFound, "Section \(section.index) has no item with the id “\(id)”.")
            }
            return item.indexPath.row
        }
    }

    /// The flat positions that a window shows, across sections. O(log n).
    ///
    /// - Throws: ``ListError`` `itemNotFound` when this version has no item that the window names.
    public func positions(in window: PageWindow) throws -> Range<Int> {
        try window.positions(in: itemCount) { try item(withID: $0).position }
    }
}
