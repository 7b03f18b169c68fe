public import JSON

/// The definition of a view: which items of which list it shows, in which sections and in which order (contract, section 9).
///
/// It is a pure function of one version of that list. There is no clock in it. It never changes, and is handed on as one reference.
public final class ViewDefinition: Sendable, Equatable {
    /// The parts of a definition, by the places of the pointers in a set.
    struct Parts: Sendable {
        let source: ListID
        /// The places of the pointers, among those of others where these share the set.
        let places: [Int]
        let condition: ViewCondition?
        let sections: ViewSectioning
        let sortKeys: [ViewSortKey]
        let limit: Int?
    }

    /// The text that was sent.
    public let text: JSONText
    private let parts: Parts
    /// All pointers of the definition, found in one pass over a value; its parts name them by their places here.
    let pointers: JSONPointerSet
    let operands: ViewOperands
    /// Whether its condition tests the section of an item.
    let looksAtSections: Bool

    init(_ text: JSONText, _ parts: Parts, pointers: JSONPointerSet, operands: ViewOperands) {
        self.text = text
        self.parts = parts
        self.pointers = pointers
        self.operands = operands
        looksAtSections = parts.condition?.looksAtSections ?? false
    }

    /// The list whose items it shows, its source.
    public var source: ListID { parts.source }
    /// The places of its pointers.
    var places: [Int] { parts.places }
    /// The condition of its items; `nil` for all of the source's.
    var condition: ViewCondition? { parts.condition }
    var sections: ViewSectioning { parts.sections }
    /// The keys that order the items of a section; none for the source's order.
    var sortKeys: [ViewSortKey] { parts.sortKeys }
    /// The most items that it shows; `nil` for all.
    var limit: Int? { parts.limit }

    /// Definitions are equal when their texts are.
    public static func == (left: ViewDefinition, right: ViewDefinition) -> Bool { left.text == right.text }
}

/// The order of a sort key, or of groups.
enum ViewOrder: String, ExactName, Sendable {
    case ascending, descending
}

/// A key that orders the items of a section.
struct ViewSortKey: Sendable {
    /// The place of its pointer.
    let value: Int
    let order: ViewOrder
}

/// The sections of a view.
enum ViewSectioning: Sendable {
    /// The source's, as far as they have items in the view.
    case source
    /// One for all items.
    case none
    /// One for each group of items.
    case groups(of: Int, as: ViewGrouping, ViewOrder)
}

/// The part of a value that makes its item's group.
enum ViewGrouping: String, ExactName, Sendable {
    case value, initial, day, month, year
}
