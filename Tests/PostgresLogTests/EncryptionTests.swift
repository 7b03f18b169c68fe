import PostgresLog
import Ports
import TestSupport
import Testing

@Suite("TLS to PostgreSQL")
struct EncryptionTests {
    private static func read(_ more: String, host: String = "localhost") throws -> LogRun {
        let log = try TestLog()
        return try log.open(log.cluster.url(log.database, user: "postgres", host: host, more)).read(after: .beginning)
    }

    @Test("takes a certificate that is trusted and is for the host's name")
    func trusted() throws {
        #expect(try Self.read("&sslmode=verify-full&sslrootcert=\(PostgresCluster.shared.certificate)").isEnd)
    }

    @Test("refuses a certificate that nobody has signed, one for another name, and a file of certificates that is missing")
    func untrusted() throws {
        #expect { try Self.read("&sslmode=verify-full") } throws: { "\($0)".contains("its certificate is not trusted") }
        #expect {
            try Self.read("&sslmode=verify-full&sslrootcert=\(PostgresCluster.shared.certificate)", host: "127.0.0.1")
        } throws: {
            "\($0)".contains("its certificate is for another name")
        }
        #expect { try Self.read("&sslmode=verify-full&sslrootcert=/none") } throws: {
            "\($0)".contains("the file of trusted certificates is not there")
        }
    }
}
