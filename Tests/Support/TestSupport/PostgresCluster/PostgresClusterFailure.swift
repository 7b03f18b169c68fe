/// Why the tests have no PostgreSQL, or what it refused.
public struct PostgresClusterFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
