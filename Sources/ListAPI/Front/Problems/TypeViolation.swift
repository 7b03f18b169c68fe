import Wire

/// Stored items violate a schema that was to be registered.
struct TypeViolation: Error {
    /// The most items that it names.
    static let named = 10

    let type: String
    /// The items that violate it.
    let count: Int
    /// The first of them: by their lists' ids, then in the order of the list.
    let first: [ProblemDetail]

    var problem: RequestProblem {
        let items = count == 1 ? "One stored item" : "\(count) stored items"
        return RequestProblem(
            .typeViolated,
            "\(items) of the type “\(type)” would violate this schema; nothing has changed. With validate=new it holds for writes from now on.",
            errors: first)
    }
}
