extension RequestProblem {
    /// The same problem as one of an operation of a batch: its first error names the operation, the others say what in it is wrong.
    ///
    /// - Parameters:
    ///   - index: The operation's index, counted from 0.
    ///   - member: The member of the operation that the problem's pointers lead into; `nil` where they begin at the operation.
    public func inOperation(_ index: Int, member: String? = nil) -> RequestProblem {
        let operation = "/operations/\(index)"
        let inner = errors.compactMap { error -> ProblemDetail? in
            guard case .pointer(let pointer) = error.location, !pointer.isEmpty else { return nil }
            let whole = operation + (member.map { "/\($0)" } ?? "") + pointer
            return ProblemDetail(.pointer(whole), error.detail, keyword: error.keyword)
        }
        return RequestProblem(slug, detail, errors: [ProblemDetail(.pointer(operation), detail)] + inner)
    }
}
