/// The body of a request that puts a list, made while it is sent.
public protocol UploadBody: AnyObject {
    /// Fills a buffer with the next bytes.
    ///
    /// - Returns: how many; 0 at the end.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int

    /// The line of the file that a line of the body comes from, both counted from 1; `nil` where that is not known.
    func fileLine(ofSent line: Int) -> Int?
}
