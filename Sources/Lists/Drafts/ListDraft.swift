/// The content that a list is to have.
public struct ListDraft: Sendable {
    /// What the list is to be beside its sections; `nil` keeps what it is, or takes the defaults when the list is made.
    public var properties: ListProperties?
    public var sections: [SectionDraft]

    public init(properties: ListProperties?, sections: [SectionDraft]) {
        self.properties = properties
        self.sections = sections
    }
}
