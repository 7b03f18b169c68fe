/// A tree that breaks one of its own rules.
public struct TreeDefect: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
