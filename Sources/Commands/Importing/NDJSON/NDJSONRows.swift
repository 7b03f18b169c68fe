import JSON
import Lists

/// The rows of an NDJSON file: a value a line.
struct NDJSONRows: RowSource {
    private var lines: NDJSONLines
    private let pointers: RowPointers

    init(_ lines: NDJSONLines, layout: RowLayout) throws(ImportError) {
        self.lines = lines
        pointers = try RowPointers(layout)
    }

    var offset: Int { lines.input.offset }

    mutating func next() throws(ImportError) -> ImportRow? {
        guard let text = try lines.next() else { return nil }
        do throws(JSONSyntaxError) {
            let value = try JSONText(validating: text)
            return ImportRow(value: value, cells: pointers.cells(of: value), line: lines.line)
        } catch {
            throw ImportError("\(error.message), in column \(error.column)", line: lines.line)
        }
    }
}
