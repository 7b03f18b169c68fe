package import Logging
import Synchronization

/// What was logged, each as its level, its message and its metadata by name.
package final class LoggedLines: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var all: [String] { lines.withLock { $0 } }

    /// A logger whose lines come here.
    package func logger(from level: Logger.Level) -> Logger {
        Logger(label: "test") { _ in Handler(lines: self, logLevel: level) }
    }

    private struct Handler: LogHandler {
        let lines: LoggedLines
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let more = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            lines.lines.withLock { $0.append("\(event.level) \(event.message)\(more)") }
        }
    }
}
