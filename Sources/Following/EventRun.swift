public import CellTypes

/// The kind of events by which readers of one list can be sent the same bytes.
public struct EventKind: Sendable, Hashable {
    /// The cell types that the readers know; `nil` where they do not say.
    public let accepted: AcceptedCellTypes?
    /// The most operations that an event shows.
    public let operations: Int

    public init(accepted: AcceptedCellTypes?, operations: Int) {
        self.accepted = accepted
        self.operations = operations
    }
}

/// The events of consecutive versions of a list as they are sent: encoded once, and handed to every reader that has the version before them.
public final class EventRun: Sendable {
    /// The version before the first event.
    public let before: Int64
    /// The version of the last event.
    public let version: Int64
    /// The events, one behind the other.
    public let bytes: [UInt8]

    init(before: Int64, version: Int64, bytes: [UInt8]) {
        self.before = before
        self.version = version
        self.bytes = bytes
    }
}
