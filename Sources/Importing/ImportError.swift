/// Why a file can't be imported: what is wrong, and in which of its lines.
public struct ImportError: Error, Equatable {
    public let message: String
    /// Counted from 1; `nil` where no line is at fault.
    public let line: Int?

    public init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}
