/// `log.…`: what is logged, and how a line looks.
struct LogSettings: Sendable, Equatable {
    /// The name of a level of swift-log.
    var level = "info"
    /// `text` or `json`.
    var format = "text"
    /// Whether each request that was answered has a line.
    var access = false
}
