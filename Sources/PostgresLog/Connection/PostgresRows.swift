import CPostgreSQL

/// The rows of an answer, in binary form. Fields that are absent read as 0, or as empty.
final class PostgresRows {
    private let result: OpaquePointer

    /// - Parameter result: It is cleared with this.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    var count: Int { Int(PQntuples(result)) }

    var rows: Range<Int32> { 0..<PQntuples(result) }

    /// A `bool`, `int` or `bigint`.
    func integer(_ row: Int32, _ column: Int32) -> Int64 {
        guard let first = field(row, column).first else { return 0 }
        return field(row, column).dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    func bytes(_ row: Int32, _ column: Int32) -> [UInt8] { Array(field(row, column)) }

    func text(_ row: Int32, _ column: Int32) -> String { String(decoding: field(row, column), as: UTF8.self) }

    private func field(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
        guard let start = PQgetvalue(result, row, column) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
    }
}
