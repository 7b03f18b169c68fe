import GRDBSQLite

/// The connection, as the outbox still calls it.
typealias Database = Connection

/// Parameters and columns by number, counted from 0: what the outbox still uses.
extension PreparedStatement {
    func bind(_ parameter: Int32, _ value: Int64) { value.bind(to: handle, at: parameter + 1) }

    func bind(_ parameter: Int32, _ value: Int64?) { value.bind(to: handle, at: parameter + 1) }

    func bind(_ parameter: Int32, _ text: String?) { text.bind(to: handle, at: parameter + 1) }

    func bind(_ parameter: Int32, _ bytes: [UInt8]?) { bytes.bind(to: handle, at: parameter + 1) }

    func first<Value>(_ read: () throws -> Value) throws -> Value? {
        guard try step() else { return nil }
        defer { reset() }
        return try read()
    }

    func int(_ column: Int32) -> Int64 { row[column] }

    func optionalInt(_ column: Int32) -> Int64? { row[column] }

    func isNull(_ column: Int32) -> Bool { optionalInt(column) == nil }

    func bytes(_ column: Int32) -> UnsafeRawBufferPointer { row.bytes(column) }

    func text(_ column: Int32) -> String { row[column] }

    func optionalText(_ column: Int32) -> String? { row[column] }
}
