import Ports
import PostgresLog
import TestSupport
import Testing

@Suite("What servers of one log tell each other")
struct ServerTests {
    @Test("the settings that a server has with another value, while it is alive")
    func settings() throws {
        let log = try TestLog()
        let (a, b, c) = (try log.open(), try log.open(), try log.open())
        _ = try a.join(1)
        #expect(try a.compare(["history": "16", "suffixes": "a\tb"]) == [])
        _ = try b.join(2)
        #expect(try b.compare(["history": "17", "suffixes": "a\tb", "new": "1"]) == ["history"])
        // A pin that is told takes no setting away.
        _ = try b.exchange([PinnedVersion(list: 1, version: 2)], of: 2)
        a.close()
        try eventually("the first is gone") { try b.exchange([], of: 2).alive == [2] }
        _ = try c.join(3)
        #expect(try c.compare(["history": "17"]) == [])
        #expect(try log.cluster.run("SELECT number FROM sectional.server ORDER BY number", in: log.database) == "2\n3")
    }

    @Test("a setting of the log is that of the first who asks")
    func shared() throws {
        let log = try TestLog()
        let (a, b) = (try log.open(), try log.open())
        #expect(try a.setting("webhooks.key") { "first" } == "first")
        #expect(try b.setting("webhooks.key") { "second" } == "first")
    }

    @Test("gaps in the log are found")
    func gaps() throws {
        let log = try TestLog()
        let a = try log.open()
        _ = try a.join(1)
        var last = LogPosition.beginning
        for _ in 0..<5 { last = try a.append(after: last).position }
        #expect(try a.faults() == [])
        try log.cluster.run("DELETE FROM sectional.entry WHERE position = 3", in: log.database)
        try log.cluster.run("UPDATE sectional.entry SET previous = 1 WHERE position = 5", in: log.database)
        #expect(
            try a.faults() == ["entry 4 of the log does not follow entry 2", "entry 5 of the log does not follow entry 4"])
    }
}
