public import JSON

/// The definition of a view: which items of which list it shows, in which sections and in which order (contract, section 9).
///
/// It is a pure function of one version of that list. There is no clock in it.
public struct ViewDefinition: Sendable, Equatable {
    /// The text that was sent.
    public let text: JSONText
    /// The list whose items it shows, its source.
    public let source: ListID
    /// All pointers of the definition, found in one pass over a value; its parts name them by their places here.
    let pointers: JSONPointerSet
    /// The condition of its items; `nil` for all of the source's.
    let condition: ViewCondition?
    let sections: ViewSectioning
    /// The keys that order the items of a section; none for the source's order.
    let sortKeys: [ViewSortKey]
    /// The most items that it shows; `nil` for all.
    let limit: Int?
    let operands: ViewOperands
    /// Whether its condition tests the section of an item.
    let looksAtSections: Bool

    init(
        text: JSONText, source: ListID, pointers: JSONPointerSet, condition: ViewCondition?, sections: ViewSectioning,
        sortKeys: [ViewSortKey], limit: Int?
    ) {
        self.text = text
        self.source = source
        self.pointers = pointers
        self.condition = condition
        self.sections = sections
        self.sortKeys = sortKeys
        self.limit = limit
        operands = ViewOperands(of: condition, count: pointers.count)
        looksAtSections = condition?.looksAtSections ?? false
    }

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
