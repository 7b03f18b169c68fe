/// Runs the statements of entries over a connection, within a transaction of the caller's.
///
/// Confined to the thread that has the connection.
final class EntryReplay {
    /// A statement of the log.
    private struct Known {
        let statement: PreparedStatement
        let target: String
    }

    private let connection: DatabaseConnection
    private let text: PreparedStatement
    private let insertText: PreparedStatement
    private var known: [Int64: Known] = [:]

    init(_ connection: DatabaseConnection) throws {
        self.connection = connection
        text = try connection.statement("SELECT text FROM log_statement WHERE number = ?")
        insertText = try PreparedStatement(connection, "INSERT INTO log_statement VALUES (?, ?)", isRecorded: false)
    }

    /// All statements of the log by their numbers.
    func texts() throws -> [(number: Int64, text: String)] {
        try connection.statement("SELECT number, text FROM log_statement").all { ($0[0], $0[1]) }
    }

    /// Adds a statement of the log.
    func add(_ number: Int64, _ text: String) throws { try insertText.run(number, text) }

    /// The outcome of an entry.
    struct Outcome {
        /// The tables that it has written to. The column that comes first in an `UPDATE` stands behind its table: `webhook.cursor`.
        var targets: Set<String> = []
        /// The statements that no entry before it had.
        var newTexts: [(number: Int64, text: String)] = []
    }

    /// Runs an entry's statements.
    ///
    /// - Returns: The outcome, and a reader of the entry's notes.
    /// - Throws: ``SQLiteFailure``: `corrupt` where a statement changes other rows than where it was recorded.
    func run(_ content: UnsafeRawBufferPointer) throws -> (Outcome, EntryReader) {
        var outcome = Outcome()
        let notes = try EntryContent.read(content) { number, text in
            try add(number, text)
            outcome.newTexts.append((number, text))
        } statement: { record in
            let known = try find(record.number)
            outcome.targets.insert(known.target)
            guard try known.statement.changes(record.values) == record.changes else { throw Self.difference(known.target) }
        }
        return (outcome, notes)
    }

    private func find(_ number: Int64) throws -> Known {
        if let found = known[number] { return found }
        guard let text: String = try text.value(number) else { throw RecordedValue.damage }
        let found = Known(
            statement: try PreparedStatement(connection, text, isRecorded: false), target: Self.target(of: text))
        known[number] = found
        return found
    }

    /// The table that a statement writes to.
    private static func target(of text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let start = words.firstIndex { $0 == "INTO" || $0 == "FROM" || $0 == "UPDATE" } ?? words.startIndex
        let rest = words.dropFirst(start + 1)
        guard words.first == "UPDATE", let table = rest.first, let column = rest.dropFirst(2).first else { return String(rest.first ?? "") }
        return "\(table).\(column)"
    }

    private static func difference(_ target: String) -> SQLiteFailure {
        SQLiteFailure(
            code: .corrupt, message: "this file differs from the others that follow its log, in \(target)", operation: "apply an entry")
    }
}
