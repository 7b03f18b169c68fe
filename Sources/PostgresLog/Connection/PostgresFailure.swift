/// A failure of PostgreSQL, or of the connection to it.
///
/// Its text names no password and no part of a URL: words of libpq, which may quote them, never get in.
public struct PostgresFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The state that the connection is left in.
    enum Kind: Sendable {
        /// PostgreSQL refused a statement, and the connection goes on.
        case refused
        /// There is no connection, or it has ended.
        case lost
        /// No answer came in time, and the connection was given up.
        case late
    }

    let kind: Kind
    /// PostgreSQL's code (SQLSTATE) where it said something; `nil` where the failure is the connection's.
    let code: SQLState?
    /// How many statements of the pipeline it had answered with success before.
    let step: Int
    public let description: String

    init(_ kind: Kind, code: SQLState? = nil, step: Int = 0, _ description: String) {
        self.kind = kind
        self.code = code
        self.step = step
        self.description = description
    }
}
