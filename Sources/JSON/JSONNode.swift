/// A JSON value under edit: its parts can be changed, and all others keep their text.
///
/// A copy shares everything with its original until one of them changes.
enum JSONNode {
    /// A string, a number, a bool or null, as text.
    case scalar(JSONText)
    case array(JSONElements)
    case object(JSONMembers)

    /// Stands in for a container while it is changed, so that the change finds it unshared.
    private static var taken: JSONNode { .scalar(.null) }

    /// Takes a validated value apart, in linear time.
    init(_ value: JSONText) {
        let root = try? JSONReader.read(value.text.utf8.span) { reader throws(JSONSyntaxError) in try JSONNode(reading: &reader) }
        // Only text that was never validated can fail to be read.
        self = root ?? .scalar(value)
    }

    /// Reads the value that comes next; as deep as it is nested, which validation bounds.
    private init(reading reader: inout JSONReader) throws(JSONSyntaxError) {
        switch try reader.peekKind() {
        case .array:
            var elements = JSONElements()
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try JSONNode(reading: &reader)) }
            self = .array(elements)
        case .object:
            var members = JSONMembers()
            try reader.beginObject()
            while let (key, text) = try reader.nextKeyAndText() {
                let keyText = reader.text(text)
                members.append(try JSONNode(reading: &reader), key: key, keyText: keyText)
            }
            self = .object(members)
        default: self = .scalar(try reader.readValue())
        }
    }

    /// The whole value as text.
    var value: JSONText {
        var json = JSONWriter()
        write(to: &json)
        return json.value
    }

    /// The value at a path; `nil` where it leads nowhere.
    func find(_ tokens: [String]) -> JSONNode? {
        var node = self
        for token in tokens {
            switch node {
            case .scalar: return nil
            case .array(let elements):
                guard let index = JSONPointer.index(token), index < elements.count else { return nil }
                node = elements[index]
            case .object(let members):
                guard let next = members[token] else { return nil }
                node = next
            }
        }
        return node
    }

    /// Changes the value at a path.
    ///
    /// - Returns: The result of `change`; `nil` if the path leads nowhere.
    mutating func edit<Outcome>(_ tokens: ArraySlice<String>, _ change: (inout JSONNode) -> Outcome?) -> Outcome? {
        guard let token = tokens.first else { return change(&self) }
        switch self {
        case .scalar: return nil
        case .array(var elements):
            guard let index = JSONPointer.index(token), index < elements.count else { return nil }
            self = Self.taken
            let outcome = elements.edit(index) { $0.edit(tokens.dropFirst(), change) }
            self = .array(elements)
            return outcome
        case .object(var members):
            self = Self.taken
            let outcome = members.edit(token) { $0.edit(tokens.dropFirst(), change) }
            self = .object(members)
            return outcome
        }
    }

    /// Adds a part that the value has not, or in place of another: a member, or an element at an index or `-`.
    ///
    /// - Returns: `nil` where the value can have no such part.
    mutating func add(_ part: JSONNode, at token: String) -> Void? {
        switch self {
        case .scalar: return nil
        case .array(var elements):
            let isEnd = UTF8Text.areEqual(token, "-")
            guard let index = isEnd ? elements.count : JSONPointer.index(token), index <= elements.count else { return nil }
            self = Self.taken
            elements.insert(part, at: index)
            self = .array(elements)
        case .object(var members):
            self = Self.taken
            members.set(part, for: token)
            self = .object(members)
        }
        return ()
    }

    /// Takes a member or an element out; `nil` where there is none.
    mutating func remove(_ token: String) -> JSONNode? {
        switch self {
        case .scalar: return nil
        case .array(var elements):
            guard let index = JSONPointer.index(token), index < elements.count else { return nil }
            self = Self.taken
            defer { self = .array(elements) }
            return elements.remove(at: index)
        case .object(var members):
            self = Self.taken
            defer { self = .object(members) }
            return members.remove(token)
        }
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .scalar(let value): json.value(value)
        case .array(let elements):
            json.beginArray()
            for element in elements.nodes { element.write(to: &json) }
            json.endArray()
        case .object(let members):
            json.beginObject()
            members.forEach { keyText, node in
                json.key { $0.raw(keyText) }
                node.write(to: &json)
            }
            json.endObject()
        }
    }
}
