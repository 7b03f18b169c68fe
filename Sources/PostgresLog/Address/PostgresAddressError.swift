/// Why a text is no address of PostgreSQL, or can't be read. It quotes nothing of the text, which may hold a password.
public struct PostgresAddressError: Error, Equatable, CustomStringConvertible {
    public let description: String

    static let form = PostgresAddressError(
        description: "must be a URL such as postgresql://user@host:5432/database, in which a password has %40 for @ and %2F for /")
    static func noLibrary(_ reason: String) -> PostgresAddressError {
        PostgresAddressError(description: "needs libpq 14 or newer (apt-get install libpq5), which can't be loaded: \(reason)")
    }
    static let hosts = PostgresAddressError(description: "must have as many ports as hosts, or one port")
}
