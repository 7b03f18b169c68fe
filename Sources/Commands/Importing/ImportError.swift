/// An error in a file to import, with its line.
public struct ImportError: Error, Equatable {
    public let message: String
    /// Counted from 1; `nil` where no line is at fault.
    public let line: Int?

    public init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}
