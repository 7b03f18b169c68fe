/// One thing that is wrong with an item's value, by the rules or by a schema.
public struct ItemFault: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// Its type is not registered.
        case unregisteredType
        /// Its value does not match its type.
        case mismatch
        /// The checks of the request take more work than they may, and this one has no outcome.
        case unchecked
    }

    public let kind: Kind
    /// The part of the value that does not match, as a JSON pointer (RFC 6901); empty for the whole.
    public let pointer: String
    /// The keyword of the schema that the part fails, `false` where the whole schema is; `nil` where no schema failed.
    public let keyword: String?
    /// Safe to show to a client.
    public let message: String

    /// A fault of the item as a whole.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        pointer = ""
        keyword = nil
        self.message = message
    }

    /// A part of a value that does not match a schema.
    public init(mismatchAt pointer: String, keyword: String, _ message: String) {
        kind = .mismatch
        self.pointer = pointer
        self.keyword = keyword
        self.message = message
    }
}
