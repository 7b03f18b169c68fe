import Lists
public import Logging
import Wire

/// Writes each record of the log as one line.
public struct LineLogHandler: LogHandler {
    private let format: LogFormat
    private let write: @Sendable (String) -> Void
    private let threshold: LogThreshold
    /// The level of this copy alone, where it was given one.
    private var ownLevel: Logger.Level?
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    /// - Parameter write: Takes each line, its end included.
    public init(format: LogFormat, threshold: LogThreshold, write: @escaping @Sendable (String) -> Void) {
        self.format = format
        self.threshold = threshold
        self.write = write
    }

    public var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, nearer in nearer } }
        if let own = event.metadata { all.merge(own) { _, nearer in nearer } }
        if let error = event.error { all["error"] = "\(error)" }
        let time = Timestamp.text(SystemSources.now())
        write(format.line(time: time, level: event.level, message: "\(event.message)", metadata: all))
    }
}
