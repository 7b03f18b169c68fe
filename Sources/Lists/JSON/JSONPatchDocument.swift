/// The value that a JSON patch is being applied to.
struct JSONPatchDocument {
    /// The deepest nesting of a value.
    private static let maximumDepth = 512

    private let root: JSONNode
    /// Bytes that may still be copied, so that copies of copies end.
    private var copies: Int
    /// Parts of values that may still be looked at to see how deep they are once they have moved further down.
    private var visits: Int

    init(_ root: JSONNode, budget: Int) {
        self.root = root
        copies = budget
        visits = budget
    }

    /// The value as it is now.
    var value: JSONValue { root.value }

    mutating func apply(_ operation: JSONPatchOperation) throws(JSONPatchError) {
        switch operation.action {
        case .add(let value): try add(try fitting(JSONNode(value), operation), operation)
        case .replace(let value):
            let node = try found(operation.path, operation)
            node.content = try fitting(JSONNode(value), operation).content
        case .remove: _ = try remove(operation.path, operation)
        case .copy(let source):
            let value = try found(source, operation).value
            try charge(value.byteCount, to: \.copies, operation)
            try add(try fitting(JSONNode(value), operation), operation)
        case .move(let source):
            // A value that moves to where it stands stays there.
            if source.tokens.elementsEqual(operation.path.tokens, by: UTF8Text.areEqual) {
                _ = try found(source, operation)
            } else {
                let node = try remove(source, operation)
                if operation.path.tokens.count > source.tokens.count {
                    try charge(node.count, to: \.visits, operation)
                    _ = try fitting(node, operation)
                }
                try add(node, operation)
            }
        case .test(let expected):
            guard try found(operation.path, operation).isEqual(to: JSONNode(expected)) else {
                throw conflict("The value at “\(Self.shown(operation.path))” is not the one that the test expects.", operation)
            }
        }
    }

    private mutating func charge(
        _ cost: Int, to budget: WritableKeyPath<Self, Int>, _ operation: JSONPatchOperation
    ) throws(JSONPatchError) {
        self[keyPath: budget] -= cost
        guard self[keyPath: budget] >= 0 else {
            throw JSONPatchError(.tooLarge, "The patch copies or moves more than a value can hold.", operation: operation.index)
        }
    }

    /// The node, if it is not too deep at the operation's path.
    private func fitting(_ node: JSONNode, _ operation: JSONPatchOperation) throws(JSONPatchError) -> JSONNode {
        guard operation.path.tokens.count + node.depth <= Self.maximumDepth else {
            throw JSONPatchError(
                .tooDeep, "The patch makes a value that is nested deeper than \(Self.maximumDepth).", operation: operation.index)
        }
        return node
    }

    private func add(_ node: JSONNode, _ operation: JSONPatchOperation) throws(JSONPatchError) {
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
