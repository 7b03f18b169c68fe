public import Lists

/// How a view stands to its source, at one moment.
public struct ViewStatus: Sendable {
    /// The view's head.
    public let head: ListSnapshot
    /// The source's version that the head shows; `nil` where it shows none.
    public let source: Int64?
    /// Whether the head shows all that was written to the source.
    public let isCurrent: Bool

    public init(head: ListSnapshot, source: Int64?, isCurrent: Bool) {
        self.head = head
        self.source = source
        self.isCurrent = isCurrent
    }
}
