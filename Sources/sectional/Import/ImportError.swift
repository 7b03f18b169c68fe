/// Why a file can't be imported: what is wrong, and in which of its lines.
struct ImportError: Error, Equatable {
    let message: String
    /// Counted from 1; `nil` where no line is at fault.
    let line: Int?

    init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}
