#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Ports

/// The way to a log: where it is, and the password.
struct LogAccess: Sendable, CustomStringConvertible {
    private let address: PostgresAddress
    private let passwordFile: String?

    /// - Throws: ``PostgresAddressError``
    init(_ configuration: PostgresLogConfiguration) throws(PostgresAddressError) {
        address = try PostgresAddress(configuration.url ?? "")
        passwordFile = configuration.passwordFile
    }

    var description: String { "\(address)" }

    var warnings: [String] { address.warnings }

    /// Makes a connection that is ready for the log.
    func openLog(until deadline: ContinuousClock.Instant) throws(PostgresFailure) -> LogConnection {
        try LogConnection(address, password: try password(), until: deadline)
    }

    /// Makes a connection to PostgreSQL, whether the log is there or not.
    func connect(until deadline: ContinuousClock.Instant) throws(PostgresFailure) -> PostgresConnection {
        try LogConnection.connect(address, password: try password(), until: deadline)
    }

    /// Says for the caller of a log where the failure was.
    func refusing<Value>(_ body: () throws(PostgresFailure) -> Value) throws(LogRefusal) -> Value {
        do throws(PostgresFailure) {
            return try body()
        } catch {
            throw .unavailable("\(address): \(error)")
        }
    }

    /// The file's first line.
    private func password() throws(PostgresFailure) -> String? {
        guard let passwordFile else { return nil }
        let descriptor = open(passwordFile, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PostgresFailure(.lost, "can't read cluster.passwordFile: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw PostgresFailure(.lost, "can't read cluster.passwordFile: \(String(cString: strerror(errno)))") }
        return String(decoding: bytes.prefix(count).prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
    }
}
