/// The value that a JSON patch is being applied to.
struct JSONPatchDocument {
    /// The deepest nesting of a value.
    private static let maximumDepth = 512

    private var root: JSONNode
    private(set) var budget: PatchBudget

    init(_ root: JSONNode, budget: PatchBudget) {
        self.root = root
        self.budget = budget
    }

    /// The value as it is now.
    var value: JSONText { root.value }

    mutating func apply(_ operation: JSONPatchOperation) throws(JSONPatchError) {
        switch operation.action {
        case .add(let value): try add(try fitting(JSONNode(value), operation), operation)
        case .replace(let value): try replace(try fitting(JSONNode(value), operation), operation)
        case .remove: _ = try remove(operation.path, operation)
        case .copy(let source):
            let original = try found(source, operation)
            guard let bytes = original.byteCount(upTo: budget.copies) else { throw Self.tooMuch(operation) }
            budget.copies -= bytes
            try add(try fitting(original, operation), operation)
        case .move(let source):
            // A value that moves to where it stands stays there.
            if source.tokens.elementsEqual(operation.path.tokens, by: UTF8Text.areEqual) {
                _ = try found(source, operation)
            } else {
                try add(try fitting(try remove(source, operation), operation), operation)
            }
        case .test(let expected): try test(expected, operation)
        }
    }

    private mutating func test(_ expected: JSONText, _ operation: JSONPatchOperation) throws(JSONPatchError) {
        let node = try found(operation.path, operation)
        var comparison = JSONComparison(visits: budget.visits)
        let areEqual = comparison.areEqual(node, JSONNode(expected))
        budget.visits = comparison.visits
        if budget.visits < 0 { throw Self.tooMuch(operation) }
        guard areEqual else {
            throw conflict("The value at “\(Self.shown(operation.path))” is not the one that the test expects.", operation)
        }
    }

    private static func tooMuch(_ operation: JSONPatchOperation) -> JSONPatchError {
        JSONPatchError(
            .tooLarge, "The patches of a request copy eight times as much as a value may have, at most.", operation: operation.index)
    }

    /// The node, if it is not too deep at the operation's path.
    private mutating func fitting(_ node: JSONNode, _ operation: JSONPatchOperation) throws(JSONPatchError) -> JSONNode {
        let remainingDepth = Self.maximumDepth - operation.path.tokens.count
        // After a removal it may be less deep than the bound.
        guard node.depthBound > remainingDepth else { return node }
        guard let depth = node.depth(&budget.visits) else { throw Self.tooMuch(operation) }
        guard depth <= remainingDepth else {
            throw JSONPatchError(
                .tooDeep, "The patch makes a value that is nested deeper than \(Self.maximumDepth).", operation: operation.index)
        }
        return node
    }

    private mutating func add(_ node: JSONNode, _ operation: JSONPatchOperation) throws(JSONPatchError) {
        guard let key = operation.path.tokens.last else {
            root = node
            return
        }
        guard root.edit(operation.path.tokens.dropLast(), { $0.add(node, at: key) }) != nil else {
            throw missing(operation.path, operation)
        }
    }

    private mutating func replace(_ node: JSONNode, _ operation: JSONPatchOperation) throws(JSONPatchError) {
        let isThere: Void? = root.edit(operation.path.tokens[...]) { $0 = node }
        guard isThere != nil else { throw missing(operation.path, operation) }
    }

    private mutating func remove(_ path: JSONPointer, _ operation: JSONPatchOperation) throws(JSONPatchError) -> JSONNode {
        guard let key = path.tokens.last, let removed = root.edit(path.tokens.dropLast(), { $0.remove(key) }) else {
            throw missing(path, operation)
        }
        return removed
    }

    private func found(_ path: JSONPointer, _ operation: JSONPatchOperation) throws(JSONPatchError) -> JSONNode {
        guard let node = root.find(path.tokens) else { throw missing(path, operation) }
        return node
    }

    private func missing(_ path: JSONPointer, _ operation: JSONPatchOperation) -> JSONPatchError {
        conflict("The path “\(Self.shown(path))” leads nowhere.", operation)
    }

    private func conflict(_ message: String, _ operation: JSONPatchOperation) -> JSONPatchError {
        JSONPatchError(.conflict, message, operation: operation.index)
    }

    private static func shown(_ path: JSONPointer) -> String { String(path.description.unicodeScalars.prefix(200)) }
}
