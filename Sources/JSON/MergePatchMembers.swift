/// The members of an object in a merge patch, in order and by key.
final class MergePatchMembers: Sendable {
    /// Up to so many members are searched one by one.
    private static let searched = 8

    private struct Member {
        let name: JSONName
        /// The key as it stands in the patch, quotes included.
        var keyText: String
        var node: MergePatchNode
    }

    private let members: [Member]
    /// The index of each key in `members`, where they are more than are searched.
    private let indices: [JSONName: Int]

    /// - Parameter depth: Levels of nesting around the object.
    init(reading reader: inout JSONReader, depth: Int) throws(JSONSyntaxError) {
        var members: [Member] = []
        try reader.beginObject(depth: depth)
        while let (key, text) = try reader.nextKeyAndText() {
            let keyText = reader.text(text)
            members.append(Member(name: JSONName(key), keyText: keyText, node: try MergePatchNode(reading: &reader, depth: depth + 1)))
        }
        self.members = members
        var indices: [JSONName: Int] = [:]
        if members.count > Self.searched {
            for (index, member) in members.enumerated() { indices[member.name] = index }
        }
        self.indices = indices
    }

    /// The member of a key that the reader has passed.
    private func index(of key: JSONKeyRange, in reader: JSONReader) -> Int? {
        guard key.isEscaped || members.count > Self.searched else { return members.firstIndex { reader.isEqual(key, to: $0.name.text) } }
        let name = JSONName(reader.string(key))
        return members.count > Self.searched ? indices[name] : members.firstIndex { $0.name == name }
    }

    /// Writes what the members make of the value that the reader comes to next, and passes it.
    func merge(into reader: inout JSONReader, to json: inout JSONWriter) throws(JSONSyntaxError) {
        guard try reader.peekKind() == .object else {
            try reader.scanValue()
            write(to: &json)
            return
        }
        var used = UsedMembers(count: members.count)
        json.beginObject()
        try reader.beginObject()
        while let key = try reader.nextKeyRange() {
            let (index, keyText) = (index(of: key, in: reader), key.text)
            if let index { used.insert(index) }
            switch index.map({ members[$0].node }) {
            case .remove: try reader.scanValue()
            case .replace(let text):
                json.key { reader.copy(keyText, to: &$0) }
                try reader.scanValue()
                json.value(JSONText(verbatim: text))
            case .merge(let inner):
                json.key { reader.copy(keyText, to: &$0) }
                try inner.merge(into: &reader, to: &json)
            case nil:
                json.key { reader.copy(keyText, to: &$0) }
                let value = try reader.scanValue().range
                json.beginValue()
                reader.copy(value, to: &json)
            }
        }
        writeMembers(except: used, to: &json)
        json.endObject()
    }

    /// Writes what the members make of nothing: an object without the removals.
    private func write(to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(except: UsedMembers(count: members.count), to: &json)
        json.endObject()
    }

    private func writeMembers(except used: UsedMembers, to json: inout JSONWriter) {
        for (index, member) in members.enumerated() where !used.contains(index) {
            switch member.node {
            case .remove: continue
            case .replace(let text):
                json.key { $0.raw(member.keyText) }
                json.value(JSONText(verbatim: text))
            case .merge(let inner):
                json.key { $0.raw(member.keyText) }
                inner.write(to: &json)
            }
        }
    }
}

/// The members of a patch that the target has. The first 64 take no memory of their own.
private struct UsedMembers {
    private var first: UInt64 = 0
    private var others: [Bool]

    init(count: Int) {
        others = count > 64 ? [Bool](repeating: false, count: count - 64) : []
    }

    mutating func insert(_ index: Int) {
        if index < 64 { first |= 1 << UInt64(index) } else { others[index - 64] = true }
    }

    func contains(_ index: Int) -> Bool { index < 64 ? first >> UInt64(index) & 1 == 1 : others[index - 64] }
}
