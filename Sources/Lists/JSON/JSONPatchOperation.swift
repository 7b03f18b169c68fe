/// One operation of a JSON patch, read and checked.
struct JSONPatchOperation: Sendable {
    enum Action: Sendable {
        case add(JSONValue)
        case remove
        case replace(JSONValue)
        case move(from: JSONPointer)
        case copy(from: JSONPointer)
        case test(JSONValue)
    }

    let action: Action
    let path: JSONPointer
    /// Its place in the patch.
    let index: Int

    init(_ node: JSONNode, index: Int) throws(JSONPatchError) {
        guard case .object(let members) = node.content else {
            throw JSONPatchError(.malformed, "An operation is an object.", operation: index)
        }
        self.index = index
        path = try Self.pointer(members, "path", index)
        let name = try Self.string(members, "op", index)
        switch name {
        case "add": action = .add(try Self.value(members, index))
        case "remove": action = .remove
        case "replace": action = .replace(try Self.value(members, index))
        case "move": action = .move(from: try Self.pointer(members, "from", index))
        case "copy": action = .copy(from: try Self.pointer(members, "from", index))
        case "test": action = .test(try Self.value(members, index))
        default: throw JSONPatchError(.malformed, "There is no operation “\(String(name.unicodeScalars.prefix(200)))”.", operation: index)
        }
        try checkPaths()
    }

    /// Refuses what can go with no value at all.
    private func checkPaths() throws(JSONPatchError) {
        switch action {
        case .remove where path.tokens.isEmpty:
            throw JSONPatchError(.malformed, "The whole value can't be removed.", operation: index)
        case .move(let from) where from.tokens.count < path.tokens.count && Self.isPrefix(from.tokens, of: path.tokens):
            throw JSONPatchError(.malformed, "A value can't move into itself.", operation: index)
        default: return
        }
    }

    private static func isPrefix(_ start: [String], of tokens: [String]) -> Bool {
        zip(start, tokens).allSatisfy { UTF8Text.areEqual($0, $1) }
    }

    private static func value(_ members: JSONMembers, _ index: Int) throws(JSONPatchError) -> JSONValue {
        guard let value = members["value"] else { throw JSONPatchError(.malformed, "The operation has no “value”.", operation: index) }
        return value.value
    }

    private static func string(_ members: JSONMembers, _ key: String, _ index: Int) throws(JSONPatchError) -> String {
        guard let text = members[key]?.scalar?.stringContent else {
            throw JSONPatchError(.malformed, "The operation needs “\(key)”, a string.", operation: index)
        }
        return text
    }

    private static func pointer(_ members: JSONMembers, _ key: String, _ index: Int) throws(JSONPatchError) -> JSONPointer {
        guard let pointer = JSONPointer(try string(members, key, index)) else {
            throw JSONPatchError(.malformed, "“\(key)” is a JSON pointer such as /a/0.", operation: index)
        }
        return pointer
    }
}
