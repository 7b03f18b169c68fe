import JSON
import Lists

/// What a row has in the place that a flag names.
enum RowCell {
    /// Nothing: no such member, null, or an empty field.
    case nothing
    /// The text of a CSV field.
    case text(String)
    /// A value that is not null.
    case json(JSONValue)

    /// The cell as a value.
    var value: JSONValue {
        switch self {
        case .nothing: .null
        case .text(let text): JSONValue(string: text)
        case .json(let value): value
        }
    }

    /// What a text says, and the digits of a number as they were sent; `nil` for anything else.
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
