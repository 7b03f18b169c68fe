/// The body of a request that puts a list, made while it is sent.
public protocol UploadBody: AnyObject {
    /// Fills a buffer with the next bytes.
    ///
    /// - Returns: how many; 0 at the end.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int

    /// The line of the file that a line of the body comes from, both counted from 1; `nil` where that is not known.
    func fileLine(ofSent line: Int) -> Int?
}

/// A file as it stands.
public final class FileBody: UploadBody {
    private let input: ImportInput
    private let progress: any ImportProgress

    public init(_ input: ImportInput, progress: any ImportProgress) {
        self.input = input
        self.progress = progress
    }

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        while input.unreadCount == 0 {
            guard !input.isAtEnd else {
                progress.show("writing")
                return 0
            }
            try input.readMore()
        }
        let count = min(buffer.count, input.unreadCount)
        input.withUnread { buffer.copyBytes(from: $0[..<count]) }
        input.consume(count)
        progress.show(input.offset)
        return count
    }

    public func fileLine(ofSent line: Int) -> Int? { line }
}
