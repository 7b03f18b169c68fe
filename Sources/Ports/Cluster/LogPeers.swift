/// The oldest version of a list that a store keeps for its readers.
public struct PinnedVersion: Sendable, Hashable {
    /// The list's number.
    public let list: Int64
    public let version: Int64

    public init(list: Int64, version: Int64) {
        self.list = list
        self.version = version
    }
}

/// The stores of a log, as one of them knows them.
public struct LogPeers: Sendable {
    /// The numbers of the stores that are alive.
    public let alive: Set<Int64>
    /// Pins of those of them that are not the caller.
    public let pins: [PinnedVersion]

    public init(alive: Set<Int64>, pins: [PinnedVersion]) {
        self.alive = alive
        self.pins = pins
    }
}
