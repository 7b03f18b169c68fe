public import JSON

/// The content that a list is to have.
public struct ListDraft: Sendable {
    /// The list's new properties; `nil` keeps the current ones, or takes the defaults when the list is made.
    public var properties: ListProperties?
    public var sections: [SectionDraft]
    /// How the document was written, for errors that point into it.
    public var shape: Shape

    /// The shapes of a document.
    public enum Shape: Sendable {
        /// An array of values.
        case values
        /// An array of arrays of values.
        case arrays
        /// An object with `sections`.
        case document
    }

    public init(properties: ListProperties?, sections: [SectionDraft], shape: Shape = .document) {
        self.properties = properties
        self.sections = sections
        self.shape = shape
    }
}

/// A section that a list is to have.
public struct SectionDraft: Sendable {
    /// `nil` where none was given: the section is matched with an old one, or gets a new id.
    public var id: Identifier?
    /// ``JSONText/null`` when there is none.
    public var header: JSONText
    /// ``JSONText/null`` when there is none.
    public var footer: JSONText
    /// A JSON object.
    public var metadata: JSONText
    public var items: [ItemDraft]

    public init(
        id: Identifier? = nil, header: JSONText = .null, footer: JSONText = .null, metadata: JSONText = .emptyObject,
        items: [ItemDraft] = []
    ) {
        self.id = id
        self.header = header
        self.footer = footer
        self.metadata = metadata
        self.items = items
    }
}

/// An item that a section is to have.
public struct ItemDraft: Sendable {
    /// `nil` where none was given: the list's `identity` yields it, or the item is matched with an old one, or gets a new id.
    public var id: Identifier?
    public var type: TypeChoice
    public var value: JSONText

    public init(id: Identifier? = nil, type: TypeChoice = .unspecified, value: JSONText) {
        self.id = id
        self.type = type
        self.value = value
    }
}

/// The cell type that a request gives an item.
public enum TypeChoice: Sendable, Hashable {
    /// Nothing: an item that exists keeps its type.
    case unspecified
    /// `null`: the item has no type.
    case none
    case named(String)

    public static func == (left: TypeChoice, right: TypeChoice) -> Bool {
        switch (left, right) {
        case (.unspecified, .unspecified), (.none, .none): true
        case (.named(let left), .named(let right)): UTF8Text.areEqual(left, right)
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .unspecified: hasher.combine(0)
        case .none: hasher.combine(1)
        case .named(let name): UTF8Text.hash(name, into: &hasher)
        }
    }
}
