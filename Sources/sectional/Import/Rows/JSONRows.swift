import Lists

/// The rows of a JSON array: its elements, whatever they are.
struct JSONRows: RowSource {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var reader: JSONReader
    private let pointers: [(role: RowRole, pointer: JSONPointer)]
    private var line = 1
    private var countedTo = 0

    /// Enters the array.
    init(_ bytes: UnsafeBufferPointer<UInt8>, layout: RowLayout) throws(ImportError) {
        var pointers: [(RowRole, JSONPointer)] = []
        for role in RowRole.allCases {
            guard let name = layout.names[role] else { continue }
            guard let pointer = JSONPointer(name) else {
                throw ImportError("\(role.rawValue): “\(name)” is no JSON pointer such as /name")
            }
            pointers.append((role, pointer))
        }
        self.pointers = pointers
        self.bytes = bytes
        let reader = Result { () throws(JSONSyntaxError) in
            var reader = try JSONReader(bytes)
            guard try reader.peekKind() == .array else { return JSONReader?.none }
            try reader.beginArray()
            return reader
        }
        guard let reader = try reader.mapError(ImportError.init).get() else {
            throw ImportError("rows are a JSON array", line: 1)
        }
        self.reader = reader
    }

    var offset: Int { reader.offset }

    mutating func next() throws(ImportError) -> ImportRow? {
        do throws(JSONSyntaxError) {
            guard try reader.nextElement() else {
                try reader.readEnd()
                return nil
            }
            _ = try reader.peekKind()
            countLines()
            let value = try reader.readValue()
            var cells: [RowRole: RowCell] = [:]
            for (role, pointer) in pointers { cells[role] = Self.cell(pointer.evaluate(in: value)) }
            return ImportRow(value: value, cells: cells, line: line)
        } catch {
            throw ImportError(error)
        }
    }

    private static func cell(_ value: JSONValue?) -> RowCell {
        guard let value, !value.isNull else { return .nothing }
        return .json(value)
    }

    private mutating func countLines() {
        for index in countedTo..<reader.offset where bytes[index] == UInt8(ascii: "\n") { line += 1 }
        countedTo = reader.offset
    }
}
