/// The offset at which some bytes stop being JSON as Sectional reads it, and the reason.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The offset in bytes from the start of what was read.
    public let offset: Int
    /// The line, counted from 1; a line ends with a line feed.
    public let line: Int
    /// The position in the line, counted from 1 in Unicode scalars.
    public let column: Int
    /// The fault there, as a clause without its position: "a trailing comma".
    public let message: String

    public var description: String { "line \(line), column \(column): \(message)" }

    /// Counts lines and columns up to `offset`; linear in it.
    init(_ message: String, at offset: Int, in document: Span<UInt8>) {
        let offset = min(offset, document.count)
        var line = 1
        var column = 1
        for index in 0..<offset {
            let byte = document[index]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
        self.message = message
    }
}
