import Logging
import Ports
import PostgresLog
import TestSupport
import Testing

@Suite("A log whose primary is killed")
struct FailoverTests {
    @Test("goes on with the standby that is promoted, which has what was acknowledged, nothing that was refused, and no position twice")
    func promotes() throws {
        let cluster = try PostgresCluster(hasStandby: true)
        let standby = try #require(cluster.standbyPort)
        let url = "postgresql://postgres@127.0.0.1:\(cluster.port),127.0.0.1:\(standby)/postgres?sslmode=disable"
        let lines = LoggedLines()
        let configuration = PostgresLogConfiguration(url: url)
        _ = try PostgresLog.migrate(configuration)
        let logs = try (0..<3).map { _ in try PostgresLog(configuration, logger: lines.logger(from: .info)) }
        defer { logs.forEach { $0.close() } }
        #expect(try logs[0].warnings() == [])
        for (number, log) in logs.enumerated() { _ = try log.join(Int64(number + 1)) }
        let writers = logs.map { Appender($0) }
        func made() -> Int { writers.reduce(0) { $0 + $1.acknowledged.count } }
        for writer in writers { writer.start() }
        try eventually("entries are made") { made() > 100 }
        try cluster.failOver()
        let before = made()
        try eventually("entries are made on the standby") {
            made() > before + 200 && lines.all.contains { $0.contains("the log answers again") }
        }
        for writer in writers { try writer.stop() }
        var entries: [LogEntry] = []
        let reader = try PostgresLog(configuration, logger: lines.logger(from: .info))
        while case let run = try reader.read(after: entries.last?.position ?? .beginning), !run.entries.isEmpty { entries += run.entries }
        let ids = Set(entries.map(\.position.id))
        #expect(ids.count == entries.count)
        #expect(entries.map(\.position.number) == Array(1...Int64(entries.count)))
        for writer in writers {
            #expect(ids.isSuperset(of: writer.acknowledged))
            #expect(ids.isDisjoint(with: writer.refused))
        }
    }
}
