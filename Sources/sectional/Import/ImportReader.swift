import Lists
import Wire

/// Reads what a file holds into the content of a list.
struct ImportReader {
    let format: ImportFormat
    let layout: RowLayout
    let limits: ContentLimits
    /// Called now and then with the bytes read so far.
    var progress: (Int) -> Void = { _ in }

    /// Reads a whole file; the buffer is not kept.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportError) -> ImportedContent {
        switch format {
        case .csv: try collect(CSVRows(bytes, layout: layout))
        case .json where layout.isEmpty: ImportedContent(draft: try document(bytes), lines: [])
        case .json: try collect(JSONRows(bytes, layout: layout))
        }
    }

    private func collect(_ rows: some RowSource) throws(ImportError) -> ImportedContent {
        var rows = rows
        var collector = RowCollector(layout: layout, limits: limits)
        var count = 0
        while let row = try rows.next() {
            try collector.add(row)
            count += 1
            if count % 4_096 == 0 { progress(rows.offset) }
        }
        return collector.content
    }

    /// A list's document: what `PUT /lists/{list}` takes, of any length.
    private func document(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportError) -> ListDraft {
        var limits = limits
        limits.body = .max
        do throws(RequestProblem) {
            return try ListDocumentReader.read(bytes, limits: limits)
        } catch {
            throw ImportError(error)
        }
    }
}
