import Conformance
import Lists
import Logging
import SQLiteStore
import Synchronization
import Testing

@Suite("A store that closes")
struct ClosingTests {
    @Test("in the middle of traffic has nothing to complain of, and leaves an empty log")
    func quiet() throws {
        let warnings = Mutex<[String]>([])
        for round in 0..<40 {
            let database = try TestDatabase()
            var configuration = SQLiteStoreConfiguration(path: database.path)
            configuration.checkpointPages = 1
            let logger = Logger(label: "test") { _ in WarningHandler { text in warnings.withLock { $0.append(text) } } }
            let store = try SQLiteListStore(
                configuration: configuration, logger: logger, describeList: ConformanceCheck.describe, now: { 0 }
            ) {
                UUIDv7Source(now: { 0 }, random: { .random(in: .min ... .max) })
            }
            for index in 0..<20 { try store.put(.counting(100 + index), into: listID("list-\(round)")) }
            store.close()
            #expect(try database.size(of: "-wal") == 0)
        }
        #expect(warnings.withLock { $0 } == [])
    }
}

/// Hears of warnings and errors alone.
private struct WarningHandler: LogHandler {
    let hear: @Sendable (String) -> Void
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    init(hear: @escaping @Sendable (String) -> Void) {
        self.hear = hear
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        hear("\(event.message) \(event.metadata ?? [:])")
    }
}
