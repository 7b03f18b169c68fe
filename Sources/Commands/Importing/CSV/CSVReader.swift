/// Reads CSV (RFC 4180) record by record from bytes in memory, in linear time and without copies.
///
/// Fields are separated by commas, records by CRLF or LF. A field in quotes may hold commas, line ends, carriage returns and doubled quotes. A byte order
/// mark at the start and lines that are empty are skipped. The buffer must outlive the reader; it may be the part of a file that was read
/// so far, from the start of a line on.
struct CSVReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    /// The line that `position` is in, counted from 1.
    private var currentLine: Int
    /// Whether nothing follows the bytes.
    private let isWhole: Bool
    /// Whether the next record's end is not among the bytes, and may follow them.
    private(set) var isIncomplete = false
    /// The fields of the record that was read last.
    private(set) var fields: [CSVField] = []
    /// The line in which that record starts.
    private(set) var line = 1
    /// Whether that record ended with a line's end, and not with the bytes.
    private var hasLineEnd = false

    /// - Parameter line: the line that the bytes start in.
    init(_ bytes: UnsafeBufferPointer<UInt8>, line: Int = 1, isWhole: Bool = true) {
        self.bytes = bytes
        currentLine = line
        self.isWhole = isWhole
        position = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// How many bytes have been read.
    var offset: Int { position }

    /// The line that the next byte is in.
    var nextLine: Int { currentLine }

    /// Reads the next record.
    ///
    /// - Returns: `false` when there is none.
    mutating func next() throws(ImportError) -> Bool {
        do throws(ImportError) {
            let isRecord = try readRecord()
            isIncomplete = !isWhole && !hasLineEnd
            return isRecord && !isIncomplete
        } catch {
            // An error at the end of the bytes may be none with the bytes that follow.
            guard !isWhole, position + 1 >= bytes.count else { throw error }
            isIncomplete = true
            return false
        }
    }

    private mutating func readRecord() throws(ImportError) -> Bool {
        hasLineEnd = false
        skipEmptyLines()
        guard position < bytes.count else { return false }
        fields.removeAll(keepingCapacity: true)
        line = currentLine
        while true {
            fields.append(isNext(Self.quote) ? try readQuoted() : try readPlain())
            guard position < bytes.count else { return true }
            if bytes[position] == Self.comma {
                position += 1
            } else {
                skipLineEnd()
                hasLineEnd = true
                return true
            }
        }
    }

    /// Calls `body` with a field's text; it is copied only where quotes are doubled.
    func withText<Result>(of field: CSVField, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let text = UnsafeBufferPointer(rebasing: bytes[field.range])
        guard field.hasDoubledQuotes else { return try body(UnsafeRawBufferPointer(text)) }
        var copy: [UInt8] = []
        copy.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            copy.append(text[index])
            index += text[index] == Self.quote ? 2 : 1
        }
        return try copy.withUnsafeBytes(body)
    }

    private mutating func readPlain() throws(ImportError) -> CSVField {
        let start = position
        var end = start
        while end < bytes.count, bytes[end] != Self.comma, bytes[end] != Self.lineFeed {
            if bytes[end] == Self.quote { throw ImportError("a quote in a field that does not start with one", line: currentLine) }
            if bytes[end] == Self.carriageReturn {
                position = end
                guard lineEndLength > 0 else { throw ImportError("a carriage return without a line feed behind it", line: currentLine) }
                break
            }
            end += 1
        }
        position = end
        return CSVField(range: start..<end, hasDoubledQuotes: false)
    }

    private mutating func readQuoted() throws(ImportError) -> CSVField {
        let start = position + 1
        let startLine = currentLine
        var hasDoubledQuotes = false
        position = start
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Self.lineFeed { currentLine += 1 }
            guard byte == Self.quote else {
                position += 1
                continue
            }
            guard position + 1 < bytes.count, bytes[position + 1] == Self.quote else {
                let field = CSVField(range: start..<position, hasDoubledQuotes: hasDoubledQuotes)
                position += 1
                guard isAtFieldEnd else { throw ImportError("text behind a field's closing quote", line: currentLine) }
                return field
            }
            hasDoubledQuotes = true
            position += 2
        }
        throw ImportError("a quote that is never closed", line: startLine)
    }

    private var isAtFieldEnd: Bool { position == bytes.count || isNext(Self.comma) || lineEndLength > 0 }

    /// The bytes of the line end at `position`; 0 where none is.
    private var lineEndLength: Int {
        if isNext(Self.lineFeed) { return 1 }
        return isNext(Self.carriageReturn) && position + 1 < bytes.count && bytes[position + 1] == Self.lineFeed ? 2 : 0
    }

    private func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

    private mutating func skipLineEnd() {
        position += lineEndLength
        currentLine += 1
    }

    private mutating func skipEmptyLines() {
        while lineEndLength > 0 { skipLineEnd() }
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}

/// The range of one field's text in a CSV file.
struct CSVField {
    /// The text, without the quotes around it.
    let range: Range<Int>
    /// Whether quotes are doubled in the text.
    let hasDoubledQuotes: Bool
}
