import Logging
import Synchronization

/// The metadata of lines that were logged.
final class LogLines: Sendable {
    private let lines = Mutex<[[String: String]]>([])

    var all: [[String: String]] { lines.withLock { $0 } }

    func add(_ line: [String: String]) { lines.withLock { $0.append(line) } }
}

/// Keeps what is logged for a test to look at.
struct CapturingLogHandler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(lines: LogLines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add((event.metadata ?? [:]).mapValues { "\($0)" })
    }
}
