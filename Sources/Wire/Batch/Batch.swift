public import Lists

/// The body of a batch.
public struct Batch: Sendable {
    /// The most operations of a batch.
    public static let maximumCount = 10_000

    /// The version that the names of all operations mean something in; `nil` for the head.
    public var version: Int64?
    public var operations: [ListOperation] = []
    /// The preconditions of operations on their items as they were before the batch, by the operations' indexes.
    public var preconditions: [Int: EntityTagCondition] = [:]

    init() {}
}
