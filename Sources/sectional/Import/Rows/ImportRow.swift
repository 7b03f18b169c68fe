import JSON
import Lists

/// One row of a table: an item's value, and what the flags find in it.
struct ImportRow {
    let value: JSONValue
    /// For each role that was asked for.
    let cells: [RowRole: RowCell]
    /// The line in which the row starts, counted from 1.
    let line: Int
}
