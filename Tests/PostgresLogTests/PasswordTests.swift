import Foundation
import Logging
import PostgresLog
import Ports
import TestSupport
import Testing

@Suite("A password")
struct PasswordTests {
    private static let password = "s3cret/geheim@x"
    private static let encoded = "s3cret%2Fgeheim%40x"

    /// A log that a user with a password may use.
    private static func make() throws -> (log: TestLog, user: String) {
        let log = try TestLog()
        let user = "user_\(log.database)"
        try log.cluster.run("CREATE ROLE \(user) LOGIN PASSWORD '\(password)'")
        try log.cluster.run(
            "GRANT USAGE ON SCHEMA sectional TO \(user); GRANT SELECT, INSERT, DELETE ON ALL TABLES IN SCHEMA sectional TO \(user)",
            in: log.database)
        return (log, user)
    }

    @Test("comes from a file, which is read again at each connection")
    func file() throws {
        let (log, user) = try Self.make()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("password-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data((Self.password + "\n").utf8).write(to: URL(fileURLWithPath: path))
        let url = log.cluster.url(log.database, user: user)
        let opened = try PostgresLog(PostgresLogConfiguration(url: url, passwordFile: path), logger: log.lines.logger(from: .trace))
        let first = try opened.append()
        try log.cluster.run("ALTER ROLE \(user) PASSWORD 'other'")
        try Data("other".utf8).write(to: URL(fileURLWithPath: path))
        try log.terminate()
        #expect(try opened.read(after: .beginning).entries == [first])
        #expect(try opened.warnings().isEmpty)
    }

    @Test("may be in the URL, with a warning")
    func url() throws {
        let (log, user) = try Self.make()
        let opened = try log.open(log.cluster.url(log.database, user: "\(user):\(Self.encoded)"))
        try opened.append()
        #expect(try opened.warnings().map { $0.contains("cluster.url has a password") } == [true])
        #expect(try PostgresAddress(log.cluster.url(log.database, user: "\(user):\(Self.encoded)")).hasPassword)
        #expect(try !PostgresAddress(log.cluster.url(log.database, user: user)).hasPassword)
    }

    @Test("is in no error, whatever goes wrong")
    func hidden() throws {
        let (log, user) = try Self.make()
        let right = "\(user):\(Self.encoded)"
        let port = log.cluster.port
        let urls = [
            log.cluster.url(log.database, user: "\(user):wrong\(Self.encoded)"),
            log.cluster.url("nowhere", user: right),
            log.cluster.url(log.database, user: "nobody:\(Self.encoded)"),
            log.cluster.url(log.database, user: right, host: "host.invalid"),
            log.cluster.url(log.database, user: right, port: 1),
            log.cluster.url(log.database, user: right, "&sslmode=verify-full"),
            log.cluster.url(log.database, user: right, "&target_session_attrs=standby"),
            // Passwords that were not encoded, which libpq takes for a host, a port, a database or nothing at all.
            "postgresql://\(user):\(Self.password)@127.0.0.1:\(port)/\(log.database)",
            "postgresql://\(user):s3cret@geheim@127.0.0.1:\(port)/\(log.database)",
            "postgresql://\(user):12/geheim@127.0.0.1:\(port)/\(log.database)",
            "postgresql://\(user):s3cret%zzgeheim@127.0.0.1:\(port)/\(log.database)",
            "postgresql://\(user):s3cret:geheim/@127.0.0.1:x\(port)/",
            "host=127.0.0.1 port=\(port) password=s3cret geheim",
            "host=127.0.0.1 port=\(port) password='s3cret geheim",
            "s3cret geheim",
        ]
        for url in urls {
            #expect("\(url)") {
                try log.open(url).read(after: .beginning)
            } throws: { error in
                !["s3cret", "geheim"].contains { "\(error)".contains($0) }
            }
        }
        #expect(!log.lines.all.contains { $0.contains("geheim") })
    }

    @Test("that is wrong is said to be so, with the host, the port and the database")
    func wrong() throws {
        let (log, user) = try Self.make()
        let port = log.cluster.port
        #expect { try log.open(log.cluster.url(log.database, user: "\(user):wrong")).join(1) } throws: { error in
            "\(error)" == "PostgreSQL at 127.0.0.1:\(port), database \(log.database): the password is refused"
        }
        #expect { try log.open(log.cluster.url(log.database, user: user)).join(1) } throws: { error in
            "\(error)".contains("PostgreSQL wants a password, and none is given")
        }
    }
}
