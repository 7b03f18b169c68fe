/// The value that a JSON patch is being applied to.
struct JSONPatchDocument {
    /// The deepest nesting of a value.
    private static let maximumDepth = 512

    private let root: JSONNode
    /// Bytes that may still be put in, so that copies of copies end.
    private var budget: Int

    init(_ root: JSONNode, budget: Int) {
        self.root = root
        self.budget = budget
    }

    /// The value as it is now.
    var value: JSONValue { root.value }

    mutating func apply(_ operation: JSONPatchOperation) throws(JSONPatchError) {
        switch operation.action {
        case .add(let value): try add(value, operation)
        case .replace(let value):
            let node = try found(operation.path, operation)
            node.content = try taken(value, operation).content
        case .remove: _ = try remove(operation.path, operation)
        case .copy(let source): try add(try found(source, operation).value, operation)
        case .move(let source):
            // A value that moves to where it stands stays there.
            if source.tokens.elementsEqual(operation.path.tokens, by: UTF8Text.areEqual) {
                _ = try found(source, operation)
            } else {
                try add(try remove(source, operation).value, operation)
            }
        case .test(let expected):
            guard try found(operation.path, operation).isEqual(to: JSONNode(expected)) else {
                throw conflict("The value at “\(Self.shown(operation.path))” is not the one that the test expects.", operation)
            }
        }
    }

    /// Takes a value in, where there is room for it at the operation's path.
    private mutating func taken(_ value: JSONValue, _ operation: JSONPatchOperation) throws(JSONPatchError) -> JSONNode {
        budget -= value.byteCount
        guard budget >= 0 else {
            throw JSONPatchError(.tooLarge, "The patch puts in more than a value can hold.", operation: operation.index)
        }
        let node = JSONNode(value)
        guard operation.path.tokens.count + node.depth <= Self.maximumDepth else {
            throw JSONPatchError(
                .tooDeep, "The patch makes a value that is nested deeper than \(Self.maximumDepth).", operation: operation.index)
        }
        return node
    }

    private mutating func add(_ value: JSONValue, _ operation: JSONPatchOperation) throws(JSONPatchError) {
        let node = try taken(value, operation)
        guard let key = operation.path.tokens.last else {
            root.content = node.content
            return
        }
        let parent = try found(operation.path.tokens.dropLast(), of: operation.path, operation)
        switch parent.content {
        case .object(var members):
            parent.content = .array([])
            members.set(node, for: key)
            parent.content = .object(members)
        case .array(var elements):
            guard let index = key == "-" ? elements.count : JSONPointer.index(key), index <= elements.count else {
                throw missing(operation.path, operation)
            }
            parent.content = .array([])
            elements.insert(node, at: index)
            parent.content = .array(elements)
        case .scalar: throw missing(operation.path, operation)
        }
    }

    private func remove(_ path: JSONPointer, _ operation: JSONPatchOperation) throws(JSONPatchError) -> JSONNode {
        guard let key = path.tokens.last else { throw missing(path, operation) }
        let parent = try found(path.tokens.dropLast(), of: path, operation)
        switch parent.content {
        case .object(var members):
            parent.content = .array([])
            let removed = members.remove(key)
            parent.content = .object(members)
            if let removed { return removed }
        case .array(var elements):
            guard let index = JSONPointer.index(key), index < elements.count else { break }
            parent.content = .array([])
            let removed = elements.remove(at: index)
            parent.content = .array(elements)
            return removed
        case .scalar: break
        }
        throw missing(path, operation)
    }

    private func found(_ path: JSONPointer, _ operation: JSONPatchOperation) throws(JSONPatchError) -> JSONNode {
        try found(path.tokens[...], of: path, operation)
    }

    private func found(
        _ tokens: ArraySlice<String>, of path: JSONPointer, _ operation: JSONPatchOperation
    ) throws(JSONPatchError) -> JSONNode {
        var node = root
        for token in tokens {
            switch node.content {
            case .object(let members):
                guard let next = members[token] else { throw missing(path, operation) }
                node = next
            case .array(let elements):
                guard let index = JSONPointer.index(token), index < elements.count else { throw missing(path, operation) }
                node = elements[index]
            case .scalar: throw missing(path, operation)
            }
        }
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
