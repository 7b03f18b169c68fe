import Lists
import Wire

/// The pieces of a list in NDJSON in the shape of an export.
struct ExportPieces: PieceSource {
    private var lines: NDJSONLines

    init(_ input: ImportInput, limits: ContentLimits) {
        lines = NDJSONLines(input, limit: limits.value &+ (64 << 10))
    }

    var offset: Int { lines.input.offset }

    mutating func next() throws(ImportError) -> (piece: ContentPiece, line: Int?)? {
        throw ImportError("not yet")
    }
}
