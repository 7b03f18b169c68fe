import JSON
import Lists
import Wire

extension ListOperation {
    /// Turns an error of the operation into a problem that points into the body.
    ///
    /// - Parameter index: The operation's among those of a batch; `nil` where it has a body of its own.
    func problem(for error: any Error, at index: Int? = nil) -> any Error {
        let problem: RequestProblem
        // The member of an operation of a batch that is the body of a single one.
        var member: String?
        switch error {
        case let error as ItemRuleError: return self.problem(for: error, at: index)
        case let error as JSONPatchError: (problem, member) = (RequestProblem(error), "patch")
        case let wrong as RequestProblem: (problem, member) = (wrong, "merge")
        case let error as ListError where error.code != .unavailable:
            problem = FailureReporter.problem(for: error, at: pointer(to: error.subject))
        default: return error
        }
        return index.map { problem.inOperation($0, member: member) } ?? problem
    }
}
