import Lists
import Wire

extension ImportError {
    /// What is wrong with a JSON file.
    init(_ error: JSONSyntaxError) {
        self.init("\(error.message), in column \(error.column)", line: error.line)
    }

    /// What is wrong with a list's document.
    init(_ problem: RequestProblem) {
        switch problem.errors.first?.place {
        case .line(let line): self.init(problem.errors.first?.detail ?? problem.detail, line: line)
        case .pointer(let pointer) where !pointer.isEmpty: self.init("at \(pointer): \(problem.detail)")
        default: self.init(problem.detail)
        }
    }
}
