import JSON
import Lists

/// One row of a table: an item's value, and the cells that the flags find in it.
struct ImportRow {
    let value: JSONText
    /// For each role that was asked for.
    let cells: RowRoles<RowCell>
    /// The line in which the row starts, counted from 1.
    let line: Int
}

/// A row's cell in the column, or under the pointer, that a flag names.
enum RowCell {
    /// Nothing: no such member, null, or an empty field.
    case nothing
    /// The text of a CSV field.
    case text(String)
    /// A value that is not null.
    case json(JSONText)

    /// The cell as a value.
    var value: JSONText {
        switch self {
        case .nothing: .null
        case .text(let text): JSONText(string: text)
        case .json(let value): value
        }
    }

    /// A text, or the digits of a number as they were sent; `nil` for anything else.
    var text: String? {
        switch self {
        case .nothing: nil
        case .text(let text): text
        case .json(let value):
            switch value.kind {
            case .string: value.stringContent
            case .number: value.text
            default: nil
            }
        }
    }
}

/// A source of the rows of a table, one after the other.
protocol RowSource {
    /// The next row; `nil` at the end.
    mutating func next() throws(ImportError) -> ImportRow?

    /// How many bytes of the file have been read.
    var offset: Int { get }
}
