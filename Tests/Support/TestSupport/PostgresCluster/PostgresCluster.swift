import Foundation
import Synchronization

/// A PostgreSQL 15 of the tests' own: `postgres.sh`, which ends with the process of the tests.
public final class PostgresCluster: Sendable {
    /// The one that most tests of a process share, each with a database of its own.
    private static let common = Result { try PostgresCluster() }

    public static var shared: PostgresCluster { get throws { try common.get() } }

    public let port: UInt16
    /// The port of a standby that every commit waits for; `nil` without one.
    public let standbyPort: UInt16?
    /// The folder of its socket, and of its certificate.
    public let folder: String
    private let input = Pipe()
    private let process: ChildProcess
    private let databases = Atomic<Int>(0)

    public init(hasStandby: Bool = false) throws {
        port = try Self.freePort()
        standbyPort = hasStandby ? try Self.freePort() : nil
        let ports = [port, standbyPort].compactMap { $0.map { "\($0)" } }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("postgres-\(UUID().uuidString.prefix(8))").path
        let output = Pipe()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/postgres.sh"
        process = try ChildProcess("/bin/sh", [script, folder] + ports, input: .pipe(input), output: .pipe(output))
        guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            throw PostgresClusterFailure("PostgreSQL does not start (Scripts/setup test installs it): \(log)")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.wait()
    }

    /// Kills the primary, and promotes the standby.
    public func failOver() throws { try input.fileHandleForWriting.write(contentsOf: Data("promote\n".utf8)) }

    /// What it shows to TLS, for localhost.
    public var certificate: String { "\(folder)/certificate.pem" }

    /// Makes an empty database, and returns its name.
    public func makeDatabase() throws -> String {
        let name = "test\(databases.wrappingAdd(1, ordering: .relaxed).newValue)"
        try run("CREATE DATABASE \(name)")
        return name
    }

    /// A URL of a database over the socket, as the owner of everything.
    public func url(_ database: String) -> String { "postgresql://postgres@/\(database)?host=\(folder)&port=\(port)" }

    /// A URL of a database over TCP.
    ///
    /// - Parameter more: Further parameters, each with an `&` before it.
    public func url(_ database: String, user: String, host: String = "127.0.0.1", port: UInt16? = nil, _ more: String = "") -> String {
        "postgresql://\(user)@\(host):\(port ?? self.port)/\(database)?application_name=test\(more)"
    }

    /// Runs a statement as the owner of everything.
    ///
    /// - Returns: The rows, fields between bars.
    @discardableResult
    public func run(_ statement: String, in database: String = "postgres") throws -> String {
        let (output, errors) = (Pipe(), Pipe())
        let psql = try ChildProcess(
            "/usr/lib/postgresql/15/bin/psql",
            ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url(database), "-c", statement],
            output: .pipe(output), errors: .pipe(errors))
        let rows = output.fileHandleForReading.readDataToEndOfFile()
        guard psql.wait() == 0 else {
            throw PostgresClusterFailure(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
        }
        return String(decoding: rows, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    private var log: String { (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "it has no log" }

    /// A port that nobody listens on right now.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) != 0 || getsockname(descriptor, $0, &length) != 0
            }
        }
        guard !failed else { throw PostgresClusterFailure("there is no free port") }
        return UInt16(bigEndian: address.sin_port)
    }
}
