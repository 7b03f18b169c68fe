import JSON

/// The first thing that is wrong with the definition of a view.
public struct ViewDefinitionError: Error, Sendable, Equatable {
    public enum Kind: Sendable {
        case unknownKey, invalidValue, limitExceeded
    }

    public let kind: Kind
    /// Safe to show to a client.
    public let message: String
    /// The text of a JSON pointer into the definition.
    public let pointer: String

    init(_ kind: Kind, _ message: String, at pointer: JSONPointer) {
        self.kind = kind
        self.message = message
        self.pointer = pointer.description
    }
}
