import StoreSuite
import Testing

@Suite("Every log does what the port promises")
struct LogConformanceTests {
    @Test("in PostgreSQL", arguments: CommitLogCheck.all)
    func postgres(_ check: CommitLogCheck) throws {
        let log = try TestLog()
        try check.run { try log.open() }
    }

    @Test("in memory", arguments: CommitLogCheck.all)
    func memory(_ check: CommitLogCheck) throws {
        let log = MemoryLog()
        try check.run { log }
    }
}
