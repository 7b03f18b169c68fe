import Lists
import Ports

/// Where the pieces of a list's content come from, one after the other, in the order of the list.
protocol PieceSource {
    /// The next piece, and the line of the file that it starts in, counted from 1, where that is known; `nil` at the end, where it is
    /// asked no more.
    mutating func next() throws(ImportError) -> (piece: ContentPiece, line: Int?)?

    /// How many bytes of the file have been read.
    var offset: Int { get }
}
