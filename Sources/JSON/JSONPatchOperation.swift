/// One operation of a JSON patch, read and checked.
struct JSONPatchOperation: Sendable {
    enum Action: Sendable {
        case add(JSONText)
        case remove
        case replace(JSONText)
        case move(from: JSONPointer)
        case copy(from: JSONPointer)
        case test(JSONText)
    }

    private enum Member: String, ExactName {
        case op, path, from, value
    }

    private enum Name: String, ExactName {
        case add, remove, replace, move, copy, test
    }

    let action: Action
    let path: JSONPointer
    /// Its index in the patch.
    let index: Int

    /// Reads the operation that comes next, in time linear in its text. Members that it does not know are passed.
    init(reading reader: inout JSONReader, index: Int) throws {
        guard try reader.peekKind() == .object else { throw JSONPatchError(.malformed, "An operation is an object.", operation: index) }
        var (name, value): (JSONText?, JSONText?)
        var (target, source): (JSONText?, JSONText?)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch Member(exactly: key) {
            case .op: name = try reader.readValue()
            case .path: target = try reader.readValue()
            case .from: source = try reader.readValue()
            case .value: value = try reader.readValue()
            case nil: try reader.scanValue()
            }
        }
        self.index = index
        path = try Self.pointer(target, .path, index)
        let text = try Self.string(name, .op, index)
        switch Name(exactly: text) {
        case .add: action = .add(try Self.given(value, index))
        case .remove: action = .remove
        case .replace: action = .replace(try Self.given(value, index))
        case .move: action = .move(from: try Self.pointer(source, .from, index))
        case .copy: action = .copy(from: try Self.pointer(source, .from, index))
        case .test: action = .test(try Self.given(value, index))
        case nil: throw JSONPatchError(.malformed, "There is no operation “\(String(text.unicodeScalars.prefix(200)))”.", operation: index)
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

    private static func given(_ value: JSONText?, _ index: Int) throws(JSONPatchError) -> JSONText {
        guard let value else { throw JSONPatchError(.malformed, "The operation has no “value”.", operation: index) }
        return value
    }

    private static func string(_ value: JSONText?, _ member: Member, _ index: Int) throws(JSONPatchError) -> String {
        guard let text = value?.stringContent else {
            throw JSONPatchError(.malformed, "The operation needs “\(member.rawValue)”, a string.", operation: index)
        }
        return text
    }

    private static func pointer(_ value: JSONText?, _ member: Member, _ index: Int) throws(JSONPatchError) -> JSONPointer {
        guard let pointer = JSONPointer(try string(value, member, index)) else {
            throw JSONPatchError(.malformed, "“\(member.rawValue)” is a JSON pointer such as /a/0.", operation: index)
        }
        return pointer
    }
}
