/// A streamed body that ended before it was complete.
public struct IncompleteBody: Error, Sendable {
    public init() {}
}
