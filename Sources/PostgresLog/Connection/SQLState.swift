/// A code of PostgreSQL's table of errors, by its five characters.
struct SQLState: Sendable, Equatable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static let uniqueViolation = SQLState("23505")
    static let lockNotAvailable = SQLState("55P03")
    static let idleInTransaction = SQLState("25P03")
    static let undefinedTable = SQLState("42P01")
    static let insufficientPrivilege = SQLState("42501")

    /// The code at the end of a message of the verbosity `PQERRORS_SQLSTATE`, such as `FATAL:  28P01`.
    init?(endOf message: String) {
        let characters = message.utf8.reversed().drop { $0 == 10 }.prefix(6)
        let code = characters.prefix(5)
        guard characters.count == 6, characters.last == 0x20, code.allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }) else {
            return nil
        }
        text = String(decoding: code.reversed(), as: UTF8.self)
    }

    /// Why PostgreSQL refused a connection, in words for an operator.
    var refusalOfConnection: String {
        switch text {
        case "28P01": "the password is refused"
        case "28000": "pg_hba.conf lets this user, address or kind of connection not in, or the user does not exist"
        case "3D000": "there is no database of that name"
        case "42501": "the user may not connect to the database"
        case "53300": "PostgreSQL has as many connections as max_connections allows"
        case "57P03": "PostgreSQL is starting, stopping or recovering"
        case "57P01", "57P02": "PostgreSQL is stopping"
        default: "PostgreSQL refused the connection with the code \(text)"
        }
    }
}
