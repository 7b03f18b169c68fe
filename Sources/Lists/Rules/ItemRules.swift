public import JSON

/// The rules for the values of items, beside the rules of their list: the schemas of their cell types, or nothing.
///
/// Any thread may ask it.
public protocol ItemRules: Sendable {
    /// Another one where the rules may say something else of the same value.
    var version: Int64 { get }

    /// Returns the faults in a value of an item that has a type of its own; empty if there are none. At most `limit`, in a fixed order.
    func faults(of value: JSONText, type: String, limit: Int) -> [ItemFault]
}

/// One thing that is wrong with an item, by the rules that it is held to.
public struct ItemFault: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// Its type is not registered.
        case unregisteredType
        /// Its value does not match its type.
        ///
        /// - Parameters:
        ///   - pointer: Into the value (RFC 6901); empty for the whole.
        ///   - keyword: The keyword of the schema that failed.
        case mismatch(pointer: String, keyword: String)
        /// The checks of the request take more work than they may, and this one has no outcome.
        case unchecked
    }

    public let kind: Kind
    /// Safe to show to a client.
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
