public import Lists

/// What a replacement has made of a list.
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
