public import Logging

/// The least severity of logged records, and the format of their lines.
public struct LogConfiguration: Sendable, Equatable {
    /// The least severe records that are logged.
    public var level = Logger.Level.info
    public var format = LogFormat.text
    /// Whether each request that was answered has a line.
    public var access = false

    public init() {}
}
