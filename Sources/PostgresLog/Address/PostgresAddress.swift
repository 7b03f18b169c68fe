import CPostgreSQL

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The place of PostgreSQL and the way in: a URL or keywords, as libpq takes them, with what the environment adds (`PGPASSFILE`, `PGSSLMODE`).
///
/// Its description has host, port and database, and nothing else. libpq's own words on a URL are never shown, since they quote it.
public struct PostgresAddress: Sendable, CustomStringConvertible {
    /// libpq's parameters but for those of the host, by keyword.
    private let shared: [String: String]
    /// `host`, `hostaddr` and `port` of each host, in the order in which they are tried.
    private let hosts: [[String: String]]
    public let description: String
    /// Whether the URL itself has a password. A list of processes would show one in a flag.
    public let hasPassword: Bool
    /// Warnings for an operator, a line each.
    public let warnings: [String]

    /// - Parameters:
    ///   - url: `postgresql://USER@HOST:PORT/DATABASE?…`, or `host=… dbname=…`.
    ///   - variable: A variable of the environment by its name.
    public init(_ url: String, variable: (String) -> String? = variable) throws(PostgresAddressError) {
        if let reason = postgresql_load() { throw PostgresAddressError.noLibrary(String(cString: reason)) }
        guard !url.utf8.contains(0), let options = PQconninfoParse(url, nil) else { throw PostgresAddressError.form }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var given: Set<String> = []
        var option = options
        while let keyword = option.pointee.keyword {
            let name = String(cString: keyword)
            if let value = option.pointee.val {
                given.insert(name)
                parameters[name] = String(cString: value)
            } else if let value = option.pointee.envvar.flatMap({ variable(String(cString: $0)) }) {
                parameters[name] = value
            }
            option += 1
        }
        hasPassword = !given.isDisjoint(with: ["password", "sslpassword"])
        let hosts = try Self.hosts(&parameters)
        self.hosts = hosts
        let database = parameters["dbname"] ?? parameters["user"] ?? "the user's"
        // Text before an @ may be a part of a password that was not encoded.
        let shown = hosts.map(Self.name).joined(separator: ",")
        guard !shown.utf8.contains(UInt8(ascii: "@")), !database.utf8.contains(UInt8(ascii: "@")) else { throw PostgresAddressError.form }
        description = "PostgreSQL at \(shown), database \(database)"
        var warnings = hasPassword ? ["cluster.url has a password; PGPASSFILE or cluster.passwordFile keeps it out of the settings"] : []
        warnings += Self.secure(&parameters, isRemote: !hosts.allSatisfy(Self.isLocal))
        self.warnings = warnings
        shared = parameters.merging(Self.defaults) { given, _ in given }
    }

    /// A variable of this process.
    public static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The parameters of each host in turn.
    ///
    /// - Parameter password: Takes the place of the URL's.
    func attempts(password: String?) -> [[String: String]] {
        var shared = shared
        if let password { shared["password"] = password }
        return hosts.map { shared.merging($0) { $1 } }
    }

    /// The parameters that neither the URL nor the environment has to give.
    private static let defaults = [
        "target_session_attrs": "read-write", "fallback_application_name": "sectional", "gssencmode": "disable", "client_encoding": "UTF8",
        // Milliseconds, and seconds: a machine that is gone is noticed within 10 s.
        "tcp_user_timeout": "10000", "keepalives_idle": "4", "keepalives_interval": "2", "keepalives_count": "3",
    ]

    /// Takes the hosts out of the parameters. libpq would try the next one only after the system's time for a connection.
    private static func hosts(_ parameters: inout [String: String]) throws(PostgresAddressError) -> [[String: String]] {
        func members(_ name: String) -> [String]? {
            parameters.removeValue(forKey: name)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (names, addresses, ports) = (members("host"), members("hostaddr"), members("port") ?? [])
        let count = max(1, names?.count ?? 0, addresses?.count ?? 0)
        guard names.map({ $0.count == count }) ?? true, addresses.map({ $0.count == count }) ?? true,
            ports.count <= 1 || ports.count == count
        else { throw PostgresAddressError.hosts }
        guard ports.allSatisfy({ $0.isEmpty || UInt16($0) ?? 0 > 0 }) else { throw PostgresAddressError.form }
        return (0..<count).map { index in
            var host: [String: String] = [:]
            host["host"] = names?[index]
            host["hostaddr"] = addresses?[index]
            host["port"] = ports.count == 1 ? ports[0] : ports.isEmpty ? nil : ports[index]
            return host.filter { !$0.value.isEmpty }
        }
    }

    /// TLS to another machine, unless something says how, verifies the certificate and its name.
    ///
    /// - Returns: A warning where less is asked for.
    private static func secure(_ parameters: inout [String: String], isRemote: Bool) -> [String] {
        if isRemote, parameters["sslmode"] == nil { parameters["sslmode"] = "verify-full" }
        let mode = parameters["sslmode"] ?? "prefer"
        if mode.hasPrefix("verify-"), parameters["sslrootcert"] == nil {
            parameters["sslrootcert"] = "/etc/ssl/certs/ca-certificates.crt"
        }
        guard isRemote, mode != "verify-full" else { return [] }
        return ["the connection to PostgreSQL is not safe from others on its way: its sslmode is \(mode), not verify-full"]
    }

    private static func isLocal(_ host: [String: String]) -> Bool {
        guard let name = host["hostaddr"] ?? host["host"] else { return true }
        return name == "localhost" || name == "::1" || name.hasPrefix("127.") || name.hasPrefix("/")
    }

    private static func name(_ host: [String: String]) -> String {
        let name = host["host"] ?? host["hostaddr"] ?? "the local socket"
        return "\(name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name):\(host["port"] ?? "5432")"
    }
}
