/// One compiled schema of a document.
struct SchemaNode: Sendable {
    /// What a Boolean schema says; `nil` of an object.
    var literal: Bool?
    /// The resource that the schema is in.
    var resource: Int
    /// What is checked, in the order in which it is.
    var keywords: [Keyword] = []
    /// Whether more than one way leads here, so that a value may meet the schema twice.
    var isShared = false
    /// Whether it has to know which parts of a value were evaluated.
    var hasUnevaluated = false
}
