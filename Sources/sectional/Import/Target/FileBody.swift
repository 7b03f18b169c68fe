/// A file as it stands.
final class FileBody: UploadBody {
    private let input: ImportInput
    private let bar: ProgressBar

    init(_ input: ImportInput, bar: ProgressBar) {
        self.input = input
        self.bar = bar
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        while input.unreadCount == 0 {
            guard !input.isAtEnd else {
                bar.show("writing")
                return 0
            }
            try input.readMore()
        }
        let count = min(buffer.count, input.unreadCount)
        input.withUnread { buffer.copyBytes(from: $0[..<count]) }
        input.consume(count)
        bar.show(input.offset)
        return count
    }

    func fileLine(ofSent line: Int) -> Int? { line }
}
