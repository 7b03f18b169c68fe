import JSON
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
        case .line(let line): self.init(detail: problem.detail, line: line)
        case .pointer(let pointer) where !pointer.isEmpty: self.init("at \(pointer): \(problem.detail)")
        default: self.init(problem.detail)
        }
    }

    /// What a problem's detail says about a line, which it may begin with.
    init(detail: String, line: Int, in fileLine: Int? = nil) {
        let place = "line \(line), "
        self.init(detail.hasPrefix(place) ? String(detail.dropFirst(place.count)) : detail, line: fileLine ?? line)
    }
}
