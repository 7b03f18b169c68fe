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
