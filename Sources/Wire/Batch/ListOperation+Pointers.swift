public import Lists

extension ListOperation {
    /// The pointer to what an error is about, in the operation as its route or a batch has it; `nil` where it is about something else.
    public func pointer(to subject: ListError.Subject?) -> String? {
        switch (self, subject) {
        case (_, .part(let part)): part.pointer
        case (.insertItems(let insertion, _), .item(let path)): insertion.isSingle ? "/item" : "/items/\(path.row)"
        case (.insertSection, .section): "/section"
        case (.insertSection, .item(let path)): "/section/items/\(path.row)"
        default: nil
        }
    }
}

extension OperationPart {
    public var pointer: String {
        switch self {
        case .item: "/item"
        case .section: "/section"
        case .index: "/index"
        case .targetSection: "/to/0"
        case .targetRow: "/to/1"
        case .before: "/before"
        case .after: "/after"
        case .value: ""
        }
    }
}

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
