import JSON
import Lists

/// One operation of a changes object, as far as it is shown.
struct FollowedOperation: Equatable {
    enum Kind: String, Sendable {
        case deleted
        case inserted
        case moved
        case updated
    }

    let kind: Kind
    let isSection: Bool
    /// The id of the item or section; `nil` where the object has it inside ``content``.
    var id: String?
    /// Where it was: `0-3`, or `2` for a section.
    var from: String?
    /// Where it is.
    var to: String?
    /// An item's value, a section's header; `nil` where the object has none.
    var content: JSONValue?
}
