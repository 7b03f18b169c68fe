import Commands
import Lists
import Logging
import Settings
import Wire

/// The program's log on standard error.
struct ProgramLog {
    let logger: Logger
    /// The level from which on it logs.
    let threshold: LogThreshold

    init(_ configuration: LogConfiguration) {
        threshold = LogThreshold(configuration.level)
        let handler = LineLogHandler(format: configuration.format, threshold: threshold) { StandardStream.error.write($0) }
        logger = Logger(label: "sectional") { _ in handler }
    }
}

extension LineBuffer {
    /// Lines of the access log on their way to standard error.
    convenience init(_ format: LogFormat) {
        self.init(
            dropNote: { count in
                format.line(
                    time: Timestamp.text(SystemSources.now()), level: .warning, message: "lines of the access log were dropped",
                    metadata: ["count": "\(count)"])
            },
            write: { StandardStream.error.write($0) })
    }
}
