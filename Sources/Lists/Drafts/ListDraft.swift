/// The content that a list is to have.
public struct ListDraft: Sendable {
    /// What the list is to be beside its sections; `nil` keeps what it is, or takes the defaults when the list is made.
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
