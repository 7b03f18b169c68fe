public import Lists

/// The change that one write has made of a list, or the interaction that it has recorded. A store passes it on once it is durable.
public struct ListCommit: Sendable {
    public let id: ListID
    public let change: Change

    public init(_ id: ListID, _ change: Change) {
        self.id = id
        self.change = change
    }

    /// The change of the list.
    public enum Change: Sendable {
        /// It has a new version, and had another one before; `nil` where the list was made.
        case version(ListSnapshot, after: ListSnapshot?)
        /// It has a new version, and no version before it can be read any more, as where a view's source was deleted.
        case restart(ListSnapshot)
        /// It was deleted, which took this version number.
        case end(Int64)
        /// An interaction with this sequence number was recorded; that makes no version.
        case interaction(Int64)
    }

    /// The version number that was taken; `nil` for an interaction.
    public var version: Int64? {
        switch change {
        case .version(let snapshot, _), .restart(let snapshot): snapshot.version
        case .end(let version): version
        case .interaction: nil
        }
    }
}
