import Lists

/// The pieces of a list's content, a line each.
public final class PieceBody: UploadBody {
    private var pieces: any PieceSource
    private let progress: any ImportProgress
    private var lines: [UInt8] = []
    private var sent = 0
    private var origins = LineOrigins()
    private var hasEnded = false

    public init(_ pieces: any PieceSource, progress: any ImportProgress) {
        self.pieces = pieces
        self.progress = progress
    }

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        if sent == lines.count { try makeLines(upTo: buffer.count) }
        let count = min(buffer.count, lines.count - sent)
        buffer.copyBytes(from: lines[sent..<(sent + count)])
        sent += count
        return count
    }

    public func fileLine(ofSent line: Int) -> Int? { origins.line(of: line) }

    private func makeLines(upTo size: Int) throws(ImportError) {
        lines.removeAll(keepingCapacity: true)
        sent = 0
        while !hasEnded, lines.count < size {
            guard let (piece, line) = try pieces.next() else {
                hasEnded = true
                break
            }
            PieceLine.append(piece, to: &lines)
            origins.append(line ?? 0)
        }
        if hasEnded { progress.show("writing") } else { progress.show(pieces.offset) }
    }
}
