/// A JSON value taken apart: an array of its parts, each before the parts in it. A part is named by its index; the whole value is part 0.
public struct JSONTree: Sendable {
    /// A value within the whole.
    public struct Part: Sendable {
        public let kind: JSONKind
        /// The array or object that the part is in; `nil` for the whole value.
        public let parent: Int?
        /// The index among the parts of the parent.
        public let position: Int
        /// The key in an object.
        public let key: JSONName?
        /// The text of a scalar; `null` of an array or object.
        public let text: JSONText
        /// The text of a string, unescaped; empty for other kinds.
        public let content: String
        /// The elements of an array or the members of an object, in order.
        public fileprivate(set) var children: [Int] = []
        /// The members of an object by key, where there are many.
        fileprivate var members: [JSONName: Int] = [:]
    }

    /// Objects of no more members are searched member by member.
    private static let directLimit = 8

    public private(set) var parts: [Part] = []
    /// The nesting of arrays and objects.
    public private(set) var depth = 0

    /// Takes a validated value apart, in linear time.
    public init(_ value: JSONText) {
        // Only text that was never validated can fail to be read.
        try? JSONReader.read(value.text.utf8.span) { reader throws(JSONSyntaxError) in
            try read(&reader, parent: nil, position: 0, key: nil, depth: 0)
        }
        if parts.isEmpty { parts = [Part(kind: .null, parent: nil, position: 0, key: nil, text: .null, content: "")] }
    }

    public subscript(_ part: Int) -> Part { parts[part] }

    /// The member of an object with a key; `nil` where there is none.
    public func member(_ key: JSONName, of object: Int) -> Int? {
        let part = parts[object]
        if part.children.count > Self.directLimit { return part.members[key] }
        return part.children.first { parts[$0].key == key }
    }

    /// The part that a pointer names, from another part; `nil` where there is none.
    public func part(at pointer: JSONPointer, from start: Int) -> Int? {
        var part = start
        for token in pointer.tokens {
            let child: Int?
            switch parts[part].kind {
            case .object: child = member(JSONName(token), of: part)
            case .array:
                child = JSONPointer.index(token).flatMap { parts[part].children.indices.contains($0) ? parts[part].children[$0] : nil }
            default: child = nil
            }
            guard let child else { return nil }
            part = child
        }
        return part
    }

    /// The JSON pointer of a part.
    public func pointer(to part: Int) -> String {
        var tokens: [String] = []
        var part = part
        while let parent = parts[part].parent {
            tokens.append(parts[part].key?.text ?? String(parts[part].position))
            part = parent
        }
        return JSONPointer(tokens: tokens.reversed()).description
    }

    /// Adds a member's key as a string of its own, which stands where the member stands.
    public mutating func addKey(of member: Int) -> Int {
        let part = parts[member]
        let content = part.key?.text ?? ""
        parts.append(
            Part(
                kind: .string, parent: part.parent, position: part.position, key: part.key, text: JSONText(string: content),
                content: content))
        return parts.count - 1
    }

    /// Reads the value that comes next; as deep as it is nested, which validation bounds.
    private mutating func read(
        _ reader: inout JSONReader, parent: Int?, position: Int, key: JSONName?, depth: Int
    ) throws(JSONSyntaxError) {
        let kind = try reader.peekKind()
        let part = parts.count
        if kind == .array || kind == .object {
            self.depth = max(self.depth, depth + 1)
            parts.append(Part(kind: kind, parent: parent, position: position, key: key, text: .null, content: ""))
        }
        var children: [Int] = []
        switch kind {
        case .array:
            try reader.beginArray()
            while try reader.nextElement() {
                children.append(parts.count)
                try read(&reader, parent: part, position: children.count - 1, key: nil, depth: depth + 1)
            }
        case .object:
            try reader.beginObject()
            while let key = try reader.nextKey() {
                children.append(parts.count)
                try read(&reader, parent: part, position: children.count - 1, key: JSONName(key), depth: depth + 1)
            }
            if children.count > Self.directLimit {
                for child in children { if let key = parts[child].key { parts[part].members[key] = child } }
            }
        default:
            let text = try reader.readValue()
            let content = text.stringContent ?? ""
            parts.append(Part(kind: kind, parent: parent, position: position, key: key, text: text, content: content))
        }
        parts[part].children = children
    }
}
