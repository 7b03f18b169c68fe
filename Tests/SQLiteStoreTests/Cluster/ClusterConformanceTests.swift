import Ports
import StoreSuite
import Testing
@testable import SQLiteStore

@Suite("Three stores with one log do what the port promises, each call to the next of them")
struct ClusterConformanceTests {
    @Test("as one store does", arguments: ConformanceCheck.all)
    func plain(_ check: ConformanceCheck) throws {
        try Self.run(check, MemoryLog())
    }

    @Test("with hints lost, the lock late, and appends in doubt that were done or were not", arguments: ConformanceCheck.all)
    func faults(_ check: ConformanceCheck) throws {
        var faults = MemoryLog.Faults()
        faults.losesNews = true
        faults.lockDelay = 0.001
        faults.leavesDoubt = true
        try Self.run(check, MemoryLog(faults)) {
            $0.shortReplacement = 8
            $0.stagedRows = 8
        }
    }

    /// Runs a check on three new stores, whose files are then equal.
    private static func run(
        _ check: ConformanceCheck, _ log: MemoryLog, _ adjust: (inout SQLiteStoreConfiguration) -> Void = { _ in }
    ) throws {
        let databases = try (0..<3).map { _ in try TestDatabase() }
        let stores = try databases.map { database in
            try database.open {
                adjust(&$0)
                $0.log = log
                $0.collectionInterval = 0.1
                $0.peerSeconds = 0.02
            }
        }
        defer { stores.forEach { $0.close() } }
        try check.run(on: StoreCluster(stores))
        // A store that has closed lacks what others wrote later.
        stores.forEach { $0.close() }
        for database in databases { try database.apply(log.entries) }
        for database in databases.dropFirst() { #expect(try databases[0].differences(from: database) == [], "\(check.name)") }
        #expect(try databases[0].findings() == [], "\(check.name)")
    }
}
