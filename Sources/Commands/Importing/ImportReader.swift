public import Lists
import Wire

/// Reads a file as content for a list.
public struct ImportReader {
    private let format: ImportFormat
    private let layout: RowLayout
    private let limits: ContentLimits
    private let progress: (Int) -> Void

    /// - Parameter progress: Called now and then with the bytes read so far.
    public init(format: ImportFormat, layout: RowLayout, limits: ContentLimits, progress: @escaping (Int) -> Void = { _ in }) {
        self.format = format
        self.layout = layout
        self.limits = limits
        self.progress = progress
    }

    /// Reads as much as must be seen at once: all of a JSON file and of rows that are sorted into sections, else the beginning.
    public func read(_ input: ImportInput) throws(ImportError) -> ImportContent {
        switch format {
        case .json where layout.isEmpty: return .draft(ImportedContent(draft: try document(input), lines: []))
        case .json: return try content(of: JSONRows(try input.readAll(), layout: layout))
        case .csv: return try content(of: CSVRows(input, layout: layout, recordLimit: lineLimit))
        case .ndjson:
            guard try NDJSONShape.isExport(input) else {
                return try content(of: NDJSONRows(NDJSONLines(input, limit: lineLimit), layout: layout))
            }
            guard layout.isEmpty else {
                throw ImportError("this is NDJSON in the shape of an export, and the flags for rows say nothing about that")
            }
            return .export(input)
        }
    }

    /// The most bytes of one line: a value, and the object around it.
    private var lineLimit: Int { limits.value &+ (64 << 10) }

    private func content(of rows: some RowSource) throws(ImportError) -> ImportContent {
        guard layout.names[.section] != nil else { return .pieces(RowPieces(rows, layout: layout, limits: limits)) }
        var rows = rows
        var collector = RowCollector(layout: layout, limits: limits)
        var count = 0
        while let row = try rows.next() {
            try collector.add(row)
            count += 1
            if count % 4_096 == 0 { progress(rows.offset) }
        }
        return .draft(collector.content)
    }

    /// A list's document, as `PUT /lists/{list}` takes it, of any length.
    private func document(_ input: ImportInput) throws(ImportError) -> ListDraft {
        var limits = limits
        limits.body = .max
        let text = try input.readAll()
        do throws(RequestProblem) {
            return try withExtendedLifetime(text) { () throws(RequestProblem) in
                try ListDocumentReader.read(text.bytes.span, limits: limits)
            }
        } catch {
            throw ImportError(error)
        }
    }
}
