import Foundations

/// The lines of an NDJSON file that hold something.
struct NDJSONLines {
    let input: ImportInput
    /// The most bytes of a line.
    let limit: Int
    /// The number of the line that was read last, counted from 1.
    private(set) var line = 0

    init(_ input: ImportInput, limit: Int) {
        self.input = input
        self.limit = limit
    }

    /// Reads the next line, without its end; `nil` at the end.
    mutating func next() throws(ImportError) -> [UInt8]? {
        while let text = try nextLine() {
            if !text.allSatisfy(ASCII.isWhiteSpace) { return text }
        }
        return nil
    }

    private mutating func nextLine() throws(ImportError) -> [UInt8]? {
        var searched = 0
        while true {
            let end = input.firstUnread(UInt8(ascii: "\n"), from: searched)
            searched = end ?? input.unreadCount
            guard searched <= limit else { throw ImportError("a line has at most \(limit) bytes", line: line + 1) }
            if end != nil || input.isAtEnd {
                guard end != nil || searched > 0 else { return nil }
                let text = input.withUnread { Array($0[..<searched]) }
                input.consume(searched + (end == nil ? 0 : 1))
                line += 1
                return text
            }
            try input.readMore()
        }
    }
}
