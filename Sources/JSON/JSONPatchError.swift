/// A fault of a JSON patch. The message is safe to show to a client.
public struct JSONPatchError: Error, Sendable, Equatable {
    public let code: Code
    public let message: String
    /// The operation, counted from 0; `nil` where it is about the whole patch.
    public let operation: Int?

    public init(_ code: Code, _ message: String, operation: Int? = nil) {
        self.code = code
        self.message = message
        self.operation = operation
    }

    public enum Code: Sendable {
        /// It is no patch.
        case malformed
        /// It has more operations than one may have.
        case tooMany
        /// A test failed, or a path leads nowhere.
        case conflict
        /// It puts in more than a value could ever hold.
        case tooLarge
        /// It makes a value that is nested deeper than one may be.
        case tooDeep
    }
}
