/// How a server gets to the log that it shares with others.
public struct PostgresLogConfiguration: Sendable {
    /// libpq's URL of PostgreSQL; `nil` for a server without others.
    public var url: String?
    /// A file that holds the password alone. It is read at each connection, so a new password needs no new start.
    public var passwordFile: String?

    public init(url: String? = nil, passwordFile: String? = nil) {
        self.url = url
        self.passwordFile = passwordFile
    }
}
