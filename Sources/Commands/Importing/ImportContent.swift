public import Ports
public import Lists

/// A file's content for a list.
public enum ImportContent {
    /// Content that had to be seen whole: a document, or rows that were sorted into sections.
    case draft(ImportedContent)
    /// Content that comes a piece at a time.
    case pieces(any PieceSource)
    /// NDJSON in the shape of an export, as it stands in the file.
    case export(ImportInput)
}

/// Content in memory, with the lines of the file that its items come from.
public struct ImportedContent: Sendable {
    public let draft: ListDraft
    /// The lines of the items of each section; empty where items are not rows.
    let lines: [[Int]]

    var itemCount: Int { draft.sections.reduce(0) { $0 + $1.items.count } }

    /// The line of the section or item that a store refuses; `nil` when it is not known.
    public func line(of subject: ListError.Subject?) -> Int? {
        switch subject {
        case .section(let index): lines.indices.contains(index) ? lines[index].first : nil
        case .item(let path):
            lines.indices.contains(path.section) && lines[path.section].indices.contains(path.row) ? lines[path.section][path.row] : nil
        case .line(let line): line
        case .part, nil: nil
        }
    }
}

/// A source of the pieces of a list's content, one after the other, in the order of the list.
public protocol PieceSource {
    /// The next piece, and the line of the file that it starts in, counted from 1, where that is known; `nil` at the end, where it is
    /// asked no more.
    mutating func next() throws(ImportError) -> (piece: ContentPiece, line: Int?)?

    /// How many bytes of the file have been read.
    var offset: Int { get }
}
