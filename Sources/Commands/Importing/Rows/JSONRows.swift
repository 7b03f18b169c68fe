import JSON
import Lists

/// The rows of a JSON array: its elements, whatever they are.
struct JSONRows: RowSource {
    /// The memory that the reader reads.
    private let text: ImportText
    private var reader: JSONReader
    private let pointers: RowPointers
    private var line = 1
    private var countedTo = 0

    /// Enters the array.
    init(_ text: ImportText, layout: RowLayout) throws(ImportError) {
        self.text = text
        pointers = try RowPointers(layout)
        let reader = Result { () throws(JSONSyntaxError) in
            var reader = JSONReader(text.bytes)
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
            return ImportRow(value: value, cells: pointers.cells(of: value), line: line)
        } catch {
            throw ImportError(error)
        }
    }

    private mutating func countLines() {
        for index in countedTo..<reader.offset where text.bytes[index] == UInt8(ascii: "\n") { line += 1 }
        countedTo = reader.offset
    }
}
