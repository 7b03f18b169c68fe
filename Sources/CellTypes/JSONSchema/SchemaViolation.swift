/// One part of a value that does not match a schema.
public struct SchemaViolation: Sendable, Equatable {
    /// The part of the value, as a JSON pointer (RFC 6901); empty for the whole.
    public let pointer: String
    /// The keyword that the part fails; `false` where the whole schema is.
    public let keyword: String
    /// The demand of the keyword, in words that a client may read.
    public let message: String
}
