public import Lists

/// A list after its replacement.
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
