/// `log.…`: what is logged, and how a line looks.
public struct LogSettings: Sendable, Equatable {
    /// The name of a level of swift-log.
    public var level = "info"
    /// `text` or `json`.
    public var format = "text"
    /// Whether each request that was answered has a line.
    public var access = false
}
