import Logging
import Ports
import PostgresLog
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("Three stores with one log in PostgreSQL do what the port promises, each call to the next of them")
struct PostgresConformanceTests {
    @Test("as one store does", arguments: ConformanceCheck.all)
    func all(_ check: ConformanceCheck) throws {
        let cluster = try PostgresCluster.shared
        let configuration = PostgresLogConfiguration(url: cluster.url(try cluster.makeDatabase()))
        _ = try PostgresLog.migrate(configuration)
        let logger = LoggedLines().logger(from: .error)
        let logs = try (0..<3).map { _ in try PostgresLog(configuration, logger: logger) }
        defer { logs.forEach { $0.close() } }
        let databases = try logs.map { _ in try TestDatabase() }
        let stores = try zip(databases, logs).map { database, log in
            try database.open {
                $0.log = log
                $0.peerSeconds = 0.05
            }
        }
        defer { stores.forEach { $0.close() } }
        try check.run(on: StoreCluster(stores))
        // A store that has closed lacks what others wrote later.
        stores.forEach { $0.close() }
        var entries: [LogEntry] = []
        while case let run = try logs[0].read(after: entries.last?.position ?? .beginning), !run.entries.isEmpty { entries += run.entries }
        for database in databases { try database.apply(entries) }
        for database in databases.dropFirst() { #expect(try databases[0].differences(from: database) == [], "\(check.name)") }
        #expect(try databases[0].findings() == [], "\(check.name)")
    }
}
