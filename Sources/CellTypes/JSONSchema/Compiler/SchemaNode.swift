/// One compiled schema of a document.
struct SchemaNode: Sendable {
    /// The value of a Boolean schema; `nil` for an object.
    var literal: Bool?
    /// The resource that the schema is in.
    var resource: Int
    /// The keywords to check, in the order of the checks.
    var keywords: [Keyword] = []
    /// Whether more than one way leads here, so that a value may meet the schema twice.
    var isShared = false
    /// Whether it has to know which parts of a value were evaluated.
    var hasUnevaluated = false
}
