import Logging
import PostgresLog
import Ports
import TestSupport
import Testing

@Suite("The tables of a log")
struct SchemaTests {
    @Test("are made once, and found made after that")
    func made() throws {
        let cluster = try PostgresCluster.shared
        let configuration = PostgresLogConfiguration(url: cluster.url(try cluster.makeDatabase()))
        #expect(try PostgresLog.migrate(configuration))
        #expect(try !PostgresLog.migrate(configuration))
    }

    @Test("are made in a schema that the owner of the database has given away")
    func given() throws {
        let cluster = try PostgresCluster.shared
        let database = try cluster.makeDatabase()
        try cluster.run("CREATE ROLE owner_\(database) LOGIN; CREATE SCHEMA sectional AUTHORIZATION owner_\(database)", in: database)
        let url = "postgresql://owner_\(database)@/\(database)?host=\(cluster.folder)&port=\(cluster.port)"
        #expect(try PostgresLog.migrate(PostgresLogConfiguration(url: url)))
        #expect(try cluster.run("SELECT count(*) FROM sectional.setting", in: database) == "2")
    }

    @Test("are asked for where there are none, and where they are of another program")
    func others() throws {
        let cluster = try PostgresCluster.shared
        let database = try cluster.makeDatabase()
        let empty = try PostgresLog(PostgresLogConfiguration(url: cluster.url(database)), logger: LoggedLines().logger(from: .trace))
        #expect { try empty.join(1) } throws: { "\($0)".contains("there is no log: sectional migrate --cluster makes it") }
        let log = try TestLog()
        let opened = try log.open()
        try cluster.run("UPDATE sectional.setting SET value = '99' WHERE name = 'schema'", in: log.database)
        #expect { try opened.join(1) } throws: { "\($0)".contains("this program is too old") }
        #expect { try PostgresLog.migrate(PostgresLogConfiguration(url: log.url)) } throws: { "\($0)".contains("newer than this program") }
        try cluster.run("UPDATE sectional.setting SET value = '0' WHERE name = 'schema'", in: log.database)
        #expect { try opened.join(1) } throws: { "\($0)".contains("sectional migrate --cluster brings it up to date") }
    }

    @Test("that were begun anew are another history")
    func anotherHistory() throws {
        let log = try TestLog()
        let opened = try log.open()
        _ = try opened.join(1)
        try log.cluster.run("UPDATE sectional.setting SET value = 'other' WHERE name = 'history'", in: log.database)
        try log.terminate()
        #expect(throws: LogRefusal.diverged(.beginning)) { try opened.read(after: .beginning) }
    }

    @Test("that have lost their end are found out by the next connection")
    func lostEnd() throws {
        let log = try TestLog()
        let opened = try log.open()
        let first = try opened.append()
        let second = try opened.append(after: first.position)
        try log.cluster.run("DELETE FROM sectional.entry WHERE position = 2", in: log.database)
        try log.terminate()
        #expect(throws: LogRefusal.diverged(second.position)) { try opened.read(after: second.position) }
        // The same number again, with another id.
        try log.open().append(after: first.position)
        #expect(throws: LogRefusal.diverged(second.position)) { try opened.read(after: second.position) }
        #expect(throws: LogRefusal.diverged(second.position)) { try opened.lock(after: second.position, within: 60) }
    }
}
