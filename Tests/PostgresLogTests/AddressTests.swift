@testable import PostgresLog
import Testing

@Suite("The address of a log")
struct AddressTests {
    private static func make(_ url: String, _ environment: [String: String] = [:]) throws -> PostgresAddress {
        try PostgresAddress(url) { environment[$0] }
    }

    @Test(
        "asks another machine for a certificate that is valid for its name, where nothing says otherwise",
        arguments: ["postgresql://db.example/lists", "postgresql://10.0.0.1/lists", "host=localhost,db.example", "hostaddr=2001:db8::1"])
    func remote(_ url: String) throws {
        let address = try Self.make(url)
        for attempt in address.attempts(password: nil) {
            #expect(attempt["sslmode"] == "verify-full")
            #expect(attempt["sslrootcert"] == "/etc/ssl/certs/ca-certificates.crt")
        }
        #expect(address.warnings.isEmpty)
    }

    @Test(
        "asks nothing of this machine",
        arguments: ["postgresql:///lists", "postgresql://localhost/lists", "postgresql://127.0.0.1,[::1]/lists", "host=/run/postgresql"])
    func local(_ url: String) throws {
        let address = try Self.make(url)
        #expect(address.attempts(password: nil).allSatisfy { $0["sslmode"] == nil })
        #expect(address.warnings.isEmpty)
    }

    @Test("warns of a way to another machine on which others can read or answer", arguments: ["disable", "prefer", "require", "verify-ca"])
    func weak(_ mode: String) throws {
        let warning = "the connection to PostgreSQL is not safe from others on its way: its sslmode is \(mode), not verify-full"
        #expect(try Self.make("postgresql://db.example/lists?sslmode=\(mode)").warnings == [warning])
        #expect(try Self.make("postgresql://db.example/lists", ["PGSSLMODE": mode]).warnings == [warning])
        #expect(try Self.make("postgresql://localhost/lists?sslmode=\(mode)").warnings.isEmpty)
    }

    @Test("keeps a file of certificates that is named")
    func certificates() throws {
        let url = "postgresql://db.example/lists"
        #expect(try Self.make(url + "?sslrootcert=/a").attempts(password: nil)[0]["sslrootcert"] == "/a")
        #expect(try Self.make(url, ["PGSSLROOTCERT": "/b"]).attempts(password: nil)[0]["sslrootcert"] == "/b")
    }

    @Test("has several hosts in their order, and wants one that takes writes")
    func hosts() throws {
        let attempts = try Self.make("postgresql://u@a:1,b:2/lists").attempts(password: "p")
        #expect(attempts.map { $0["host"] } == ["a", "b"] && attempts.map { $0["port"] } == ["1", "2"])
        #expect(attempts.allSatisfy { $0["target_session_attrs"] == "read-write" && $0["password"] == "p" && $0["dbname"] == "lists" })
        #expect(try Self.make("host=a,b port=7").attempts(password: nil).map { $0["port"] } == ["7", "7"])
        #expect(throws: PostgresAddressError.hosts) { try Self.make("host=a,b,c port=7,8") }
        #expect(try Self.make("dbname=x", ["PGHOST": "c"]).attempts(password: nil).map { $0["host"] } == ["c"])
    }

    @Test("describes itself by hosts, ports and database")
    func description() throws {
        #expect("\(try Self.make("postgresql://u:p@a:1,b:2/lists?sslpassword=q"))" == "PostgreSQL at a:1,b:2, database lists")
        #expect("\(try Self.make("postgresql://u@[::1]/lists"))" == "PostgreSQL at [::1]:5432, database lists")
        #expect("\(try Self.make("user=u"))" == "PostgreSQL at the local socket:5432, database u")
    }

    @Test(
        "is a URL or keywords of libpq",
        arguments: ["http://a/b", "postgresql://a:x/b", "nonsense", "hots=a", "postgresql://a/b?x=y", "a\0"])
    func refused(_ url: String) throws {
        #expect(throws: PostgresAddressError.form) { try Self.make(url) }
    }
}
