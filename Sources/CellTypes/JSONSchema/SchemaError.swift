/// The reason why a text can't be compiled as a schema.
public struct SchemaError: Error, Sendable, Equatable {
    /// The part of the schema's document, as a JSON pointer (RFC 6901); empty for the whole.
    public let pointer: String
    /// The keyword that is wrong or not supported; `nil` where none is.
    public let keyword: String?
    /// The fault, in words that a client may read.
    public let message: String
}
