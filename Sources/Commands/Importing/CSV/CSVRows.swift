import JSON
import Lists

/// The rows of a CSV file: objects of strings, keys in column order.
///
/// The first record names the columns. A record with more or fewer fields than there are columns is an error.
struct CSVRows: RowSource {
    private let input: ImportInput
    private let columns: [String]
    private let roles: [(role: RowRole, column: Int)]
    private let recordLimit: Int
    /// The line that the unread bytes start in.
    private var line = 1

    /// Reads the first record.
    ///
    /// - Parameter recordLimit: The most bytes of one record.
    init(_ input: ImportInput, layout: RowLayout, recordLimit: Int) throws(ImportError) {
        self.input = input
        self.recordLimit = recordLimit
        let header = try Self.read(input, &line, recordLimit) { reader throws(ImportError) in (try Self.columns(of: reader), reader.line) }
        guard let (columns, line) = header else { throw ImportError("no header row", line: 1) }
        var roles: [(RowRole, Int)] = []
        for role in RowRole.allCases {
            guard let name = layout.names[role] else { continue }
            guard let column = columns.firstIndex(where: { UTF8Text.areEqual($0, name) }) else {
                let names = columns.map { "“\($0)”" }.joined(separator: ", ")
                throw ImportError("\(role.rawValue): there is no column “\(name)”; there are \(names)", line: line)
            }
            roles.append((role, column))
        }
        self.columns = columns
        self.roles = roles
    }

    var offset: Int { input.offset }

    mutating func next() throws(ImportError) -> ImportRow? {
        let (columns, roles) = (columns, roles)
        return try Self.read(input, &line, recordLimit) { reader throws(ImportError) in try Self.row(of: reader, columns, roles) }
    }

    /// Reads the next record, with as many more bytes of the file as it takes.
    private static func read<Value>(
        _ input: ImportInput, _ line: inout Int, _ limit: Int, _ body: (CSVReader) throws(ImportError) -> Value
    ) throws(ImportError) -> Value? {
        while true {
            let start = line
            let outcome = input.withUnread { bytes in
                Result { () throws(ImportError) in
                    var reader = CSVReader(bytes, line: start, isWhole: input.isAtEnd)
                    let value = try reader.next() ? try body(reader) : nil
                    return (value: value, isIncomplete: reader.isIncomplete, length: reader.offset, line: reader.nextLine)
                }
            }
            let (value, isIncomplete, length, next) = try outcome.get()
            if !isIncomplete {
                input.consume(length)
                line = next
                return value
            }
            guard input.unreadCount <= limit else { throw ImportError("a row has at most \(limit) bytes", line: line) }
            try input.readMore()
        }
    }

    private static func row(
        of reader: CSVReader, _ columns: [String], _ roles: [(role: RowRole, column: Int)]
    ) throws(ImportError) -> ImportRow {
        let fields = reader.fields
        guard fields.count == columns.count else {
            throw ImportError("\(fields.count) fields, and there are \(columns.count) columns", line: reader.line)
        }
        var json = JSONWriter(capacity: fields.reduce(2) { $0 + $1.range.count + 4 } + columns.reduce(0) { $0 + $1.utf8.count })
        json.beginObject()
        for (column, field) in zip(columns, fields) {
            json.key(column)
            reader.withText(of: field) { json.string(utf8: $0.bytes) }
        }
        json.endObject()
        guard let text = String(validating: json.bytes, as: UTF8.self) else { throw ImportError("not UTF-8", line: reader.line) }
        var cells = RowRoles<RowCell>()
        for (role, column) in roles { cells[role] = cell(fields[column], in: reader) }
        return ImportRow(value: JSONText(verbatim: text), cells: cells, line: reader.line)
    }

    private static func cell(_ field: CSVField, in reader: CSVReader) -> RowCell {
        field.range.isEmpty ? .nothing : .text(reader.withText(of: field) { String(decoding: $0, as: UTF8.self) })
    }

    private static func columns(of reader: CSVReader) throws(ImportError) -> [String] {
        var columns: [String] = []
        for field in reader.fields {
            let text = reader.withText(of: field) { String(validating: $0, as: UTF8.self) }
            guard let name = text else { throw ImportError("not UTF-8", line: reader.line) }
            if columns.contains(where: { UTF8Text.areEqual($0, name) }) {
                throw ImportError("two columns have the name “\(name)”", line: reader.line)
            }
            columns.append(name)
        }
        return columns
    }
}
