import Lists

/// The rows of a CSV file: objects of strings, keys in column order.
///
/// The first record names the columns. A record with more or fewer fields than there are columns is an error.
struct CSVRows: RowSource {
    private var reader: CSVReader
    private let columns: [CSVColumn]
    private let roles: [(role: RowRole, column: Int)]

    /// Reads the first record.
    init(_ bytes: UnsafeBufferPointer<UInt8>, layout: RowLayout) throws(ImportError) {
        reader = CSVReader(bytes)
        guard try reader.next() else { throw ImportError("no header row", line: 1) }
        let columns = try Self.columns(of: reader)
        var roles: [(RowRole, Int)] = []
        for role in RowRole.allCases {
            guard let name = layout.names[role] else { continue }
            guard let column = columns.firstIndex(where: { UTF8Text.areEqual($0.name, name) }) else {
                let names = columns.map { "“\($0.name)”" }.joined(separator: ", ")
                throw ImportError("\(role.rawValue): there is no column “\(name)”; there are \(names)", line: reader.line)
            }
            roles.append((role, column))
        }
        self.columns = columns
        self.roles = roles
    }

    var offset: Int { reader.offset }

    mutating func next() throws(ImportError) -> ImportRow? {
        guard try reader.next() else { return nil }
        let fields = reader.fields
        guard fields.count == columns.count else {
            throw ImportError("\(fields.count) fields, and there are \(columns.count) columns", line: reader.line)
        }
        var json: [UInt8] = []
        json.reserveCapacity(fields.reduce(2) { $0 + $1.range.count + 4 } + columns.reduce(0) { $0 + $1.key.count })
        json.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            json.append(contentsOf: columns[index].key)
            reader.withText(of: field) { JSONText.append(utf8: $0, to: &json) }
            json.append(UInt8(ascii: ","))
        }
        json[json.count - 1] = UInt8(ascii: "}")
        guard let text = String(validating: json, as: UTF8.self) else { throw ImportError("not UTF-8", line: reader.line) }
        var cells: [RowRole: RowCell] = [:]
        for (role, column) in roles { cells[role] = cell(fields[column]) }
        return ImportRow(value: JSONValue(verbatim: text), cells: cells, line: reader.line)
    }

    private func cell(_ field: CSVField) -> RowCell {
        field.range.isEmpty ? .nothing : .text(reader.withText(of: field) { String(decoding: $0, as: UTF8.self) })
    }

    private static func columns(of reader: CSVReader) throws(ImportError) -> [CSVColumn] {
        var columns: [CSVColumn] = []
        for field in reader.fields {
            let text = reader.withText(of: field) { String(validating: $0, as: UTF8.self) }
            guard let name = text else { throw ImportError("not UTF-8", line: reader.line) }
            if columns.contains(where: { UTF8Text.areEqual($0.name, name) }) {
                throw ImportError("two columns have the name “\(name)”", line: reader.line)
            }
            columns.append(CSVColumn(name: name))
        }
        return columns
    }
}
