public import Lists

extension ListOperation {
    /// The problem of an operation whose items are not what the registered types say.
    ///
    /// - Parameter index: The operation's among those of a batch, counted from 0; `nil` where it has a body of its own.
    public func problem(for error: ItemRuleError, at index: Int?) -> RequestProblem {
        let root = index.map { "/operations/\($0)" } ?? ""
        let problem = RequestProblem(error) { entry in .pointer(pointer(to: entry, below: root, isInBatch: index != nil)) }
        guard index != nil, problem.slug != .tooLarge else { return problem }
        let errors = [ProblemDetail(.pointer(root), problem.detail)] + problem.errors
        return RequestProblem(problem.slug, problem.detail, errors: Array(errors.prefix(ItemRuleError.most)))
    }

    private func pointer(to entry: ItemRuleError.Entry, below root: String, isInBatch: Bool) -> String {
        switch (self, entry.fault.kind) {
        case (_, .unchecked): root
        case (.changeItem(_, _, .named), .unregisteredType): root + "/type"
        case (.changeItem, .unregisteredType): root
        case (.changeItem(_, .replace, _), .mismatch): root + (isInBatch ? "/value" : "") + entry.fault.pointer
        // Into what the patch makes of the value.
        case (.changeItem, .mismatch): entry.fault.pointer
        case (_, .unregisteredType): root + (self.pointer(to: entry.subject) ?? "") + "/type"
        case (_, .mismatch): root + (self.pointer(to: entry.subject) ?? "") + "/value" + entry.fault.pointer
        }
    }
}
