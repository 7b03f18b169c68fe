public import Lists

/// The outcome of a list's replacement.
public struct ReplacedList: Sendable {
    /// The list afterwards.
    public let snapshot: ListSnapshot
    /// Whether the list was not there before.
    public let isNew: Bool

    public init(snapshot: ListSnapshot, isNew: Bool) {
        self.snapshot = snapshot
        self.isNew = isNew
    }
}
