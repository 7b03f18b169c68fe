public import JSON
import Lists

extension RequestProblem {
    /// The problem of a JSON patch, with a pointer to the operation where one is to blame.
    public init(_ error: JSONPatchError) {
        let slug: ProblemType =
            switch error.code {
            case .malformed: .invalidValue
            case .tooMany, .tooDeep: .limitExceeded
            case .conflict: .patchConflict
            case .tooLarge: .tooLarge
            }
        self.init(slug, error.message, at: .pointer(error.operation.map { "/\($0)" } ?? ""))
    }
}
