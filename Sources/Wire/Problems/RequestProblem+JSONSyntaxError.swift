public import JSON
import Lists

extension RequestProblem {
    /// The problem of a body that is not JSON.
    public init(_ error: JSONSyntaxError) {
        self.init(.malformedJSON, error.description, errors: [ProblemDetail(.line(error.line), error.message)])
    }
}
