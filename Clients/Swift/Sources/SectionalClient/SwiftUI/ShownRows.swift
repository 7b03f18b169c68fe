public import Foundation

/// A row of a list that a view shows: an identity that stays while it loads and wherever it moves, and an index path.
public struct ShownRow: Identifiable, Sendable, Hashable {
    /// A number that no other row of the list gets. It is not the item's id, which is not known before the row is loaded.
    public let id: Int
    /// The row's index path on the screen.
    public let indexPath: IndexPath
}

/// The rows of a section, made as they are asked for: a view of a million rows keeps none of them.
public struct ShownRows: RandomAccessCollection, Sendable {
    let numbers: RowNumbers
    let section: Int
    /// The number of rows.
    public let count: Int

    /// The first index.
    public var startIndex: Int { 0 }
    /// The index after the last.
    public var endIndex: Int { count }

    /// The row of an index.
    public subscript(index: Int) -> ShownRow {
        let position = RowPosition(section, index)
        return ShownRow(id: numbers[position] ?? -1 - index, indexPath: position.indexPath)
    }
}

/// A section of a list that a view shows.
public struct ShownSection: Identifiable, Sendable {
    /// The section's id.
    public var id: String { section.id }
    /// The section's index on the screen.
    public let index: Int
    /// The section, with its header and footer.
    public let section: ListSection
    /// The section's rows, loaded or not.
    public let rows: ShownRows
}

/// The sections of a list, made as they are asked for.
public struct ShownSections: RandomAccessCollection, Sendable {
    /// The sections of one drawing: a data source that has gone on meanwhile has others.
    let sections: [ListSection]
    let counts: [Int]
    let numbers: RowNumbers

    /// The first index.
    public var startIndex: Int { 0 }
    /// The index after the last.
    public var endIndex: Int { sections.count }

    /// The section of an index.
    public subscript(index: Int) -> ShownSection {
        ShownSection(
            index: index, section: sections[index], rows: ShownRows(numbers: numbers, section: index, count: counts[index]))
    }
}
