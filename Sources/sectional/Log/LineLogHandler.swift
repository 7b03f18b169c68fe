import Lists
import Logging
import Wire

/// Writes each record of the log as one line to standard error.
struct LineLogHandler: LogHandler {
    let format: LogFormat
    let write: @Sendable (String) -> Void
    private let threshold: LogThreshold
    /// The level of this copy alone, where it was given one.
    private var ownLevel: Logger.Level?
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(
        format: LogFormat, threshold: LogThreshold, write: @escaping @Sendable (String) -> Void = { StandardStream.error.write($0) }
    ) {
        self.format = format
        self.threshold = threshold
        self.write = write
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, nearer in nearer } }
        if let own = event.metadata { all.merge(own) { _, nearer in nearer } }
        if let error = event.error { all["error"] = "\(error)" }
        let time = Timestamp.text(SystemSources.now())
        write(format.line(time: time, level: event.level, message: "\(event.message)", metadata: all))
    }
}

extension Logger {
    /// The program's logger, as the settings want it.
    init(_ settings: LogSettings) {
        self.init(settings, LogThreshold(settings))
    }

    /// - Parameter threshold: The level from which on it logs.
    init(_ settings: LogSettings, _ threshold: LogThreshold) {
        let handler = LineLogHandler(format: LogFormat(settings), threshold: threshold)
        self.init(label: "sectional") { _ in handler }
    }
}

extension LogThreshold {
    /// The level that the settings name.
    convenience init(_ settings: LogSettings) {
        self.init(Logger.Level(rawValue: settings.level) ?? .info)
    }
}
