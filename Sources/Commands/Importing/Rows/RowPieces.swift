import Lists
import Ports

/// Rows as the pieces of one section, whose header may come from the first of them.
struct RowPieces: PieceSource {
    private var rows: any RowSource
    private var reader: RowReader
    /// The first row's item, once its section has been given.
    private var first: (piece: ContentPiece, line: Int?)?
    private var hasBegun = false

    init(_ rows: any RowSource, layout: RowLayout, limits: ContentLimits) {
        self.rows = rows
        reader = RowReader(layout: layout, limits: limits)
    }

    var offset: Int { rows.offset }

    mutating func next() throws(ImportError) -> (piece: ContentPiece, line: Int?)? {
        if let first {
            self.first = nil
            return first
        }
        guard let row = try rows.next() else { return nil }
        let item = (piece: ContentPiece.item(try reader.item(of: row)), line: Int?(row.line))
        guard !hasBegun else { return item }
        hasBegun = true
        first = item
        return (.section(try reader.section(of: row)), row.line)
    }
}
