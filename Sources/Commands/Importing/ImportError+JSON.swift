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
        case .line(let line): self.init(detail: problem.detail, line: line)
        case .inLine(let line, let pointer): self.init(detail: "at \(pointer): \(problem.detail)", line: line)
        case .pointer(let pointer) where !pointer.isEmpty: self.init("at \(pointer): \(problem.detail)")
        default: self.init(problem.detail)
        }
    }

    /// The problem of a list's document, with the line of the file that it is about; `nil` where that is not known.
    public init(_ problem: RequestProblem, line: Int?) {
        self.init(ImportError(problem).message, line: line)
    }

    /// A problem's detail about a line; a detail that begins with the line's number loses it.
    public init(detail: String, line: Int, in fileLine: Int? = nil) {
        let prefix = "line \(line), "
        self.init(detail.hasPrefix(prefix) ? String(detail.dropFirst(prefix.count)) : detail, line: fileLine ?? line)
    }
}
