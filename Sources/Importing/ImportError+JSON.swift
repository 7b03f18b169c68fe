import JSON
import Lists
public import Wire

extension ImportError {
    /// The syntax error of a JSON file.
    init(_ error: JSONSyntaxError) {
        self.init("\(error.message), in column \(error.column)", line: error.line)
    }

    /// The problem of a list's document.
    public init(_ problem: RequestProblem) {
        switch problem.errors.first?.location {
        case .line(let line), .inLine(let line, _): self.init(detail: problem.detail, line: line)
        case .pointer(let pointer) where !pointer.isEmpty: self.init("at \(pointer): \(problem.detail)")
        default: self.init(problem.detail)
        }
    }

    /// A problem's detail about a line; a detail that begins with the line's number loses it.
    public init(detail: String, line: Int, in fileLine: Int? = nil) {
        let prefix = "line \(line), "
        self.init(detail.hasPrefix(prefix) ? String(detail.dropFirst(prefix.count)) : detail, line: fileLine ?? line)
    }
}
