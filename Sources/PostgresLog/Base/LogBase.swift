public import Ports

/// A copy of a server's database as of an entry, from which a new server goes on.
public struct LogBase: Sendable, Equatable {
    public let position: LogPosition
    let chunks: Int64
    /// Bytes of the copy.
    public let bytes: Int64
}

/// The newest base of a log, and what has come behind it.
public struct BaseStatus: Sendable {
    /// Seconds since it was made; `nil` where there is none.
    public let age: Double?
    /// Its bytes; 0 where there is none.
    public let bytes: Int64
    /// Bytes of the entries behind it.
    public let bytesBehind: Int64
}
