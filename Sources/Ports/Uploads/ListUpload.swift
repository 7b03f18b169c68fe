/// A list's whole content on its way in, piece by piece, in storage of the store's own: memory does not grow with it.
///
/// One thread at a time uses it. The collected content is gone with the last reference.
public protocol ListUpload: AnyObject, Sendable {
    /// Takes the next piece, in the order of the list.
    ///
    /// - Parameter line: The piece's line in the client's text, counted from 1: an error found later names it.
    /// - Throws: The error of that storage.
    func add(_ piece: ContentPiece, line: Int) throws
}
