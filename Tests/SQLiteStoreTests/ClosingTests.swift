import Lists
import Logging
import SQLiteStore
import StoreSuite
import TestSupport
import Testing

@Suite("A store that closes")
struct ClosingTests {
    @Test("in the middle of traffic has nothing to complain of, and leaves an empty log")
    func quiet() throws {
        let log = LoggedLines()
        for round in 0..<40 {
            let database = try TestDatabase()
            var configuration = SQLiteStoreConfiguration(path: database.path)
            configuration.checkpointPages = 1
            let store = try SQLiteListStore(
                configuration: configuration, logger: log.logger(from: .warning), describeList: ConformanceCheck.describe, now: { 0 }
            ) {
                UUIDv7Source(now: { 0 }, random: { .random(in: .min ... .max) })
            }
            for index in 0..<20 { try store.put(.counting(100 + index), into: listID("list-\(round)")) }
            store.close()
            #expect(try database.size(of: "-wal") == 0)
        }
        #expect(log.all == [])
    }
}
