/// The members of an object in a merge patch, in order and by key.
final class MergePatchMembers: Sendable {
    private struct Member {
        /// The key as it stands in the patch, quotes included.
        var keyText: String
        var node: MergePatchNode
    }

    private let members: [Member]
    /// The index of each key in `members`.
    private let indices: [JSONName: Int]

    init(reading reader: inout JSONReader) throws(JSONSyntaxError) {
        var members: [Member] = []
        var indices: [JSONName: Int] = [:]
        try reader.beginObject()
        while let (key, text) = try reader.nextKeyAndText() {
            indices[JSONName(key)] = members.count
            let keyText = reader.text(text)
            members.append(Member(keyText: keyText, node: try MergePatchNode(reading: &reader)))
        }
        self.members = members
        self.indices = indices
    }

    /// Writes what the members make of the value that the reader comes to next, and passes it.
    func merge(into reader: inout JSONReader, to json: inout JSONWriter) throws(JSONSyntaxError) {
        guard try reader.peekKind() == .object else {
            try reader.scanValue()
            write(to: &json)
            return
        }
        var isUsed = [Bool](repeating: false, count: members.count)
        json.beginObject()
        try reader.beginObject()
        while let (key, keyText) = try reader.nextKeyAndText() {
            let index = indices[JSONName(key)]
            if let index { isUsed[index] = true }
            switch index.map({ members[$0].node }) {
            case .remove: try reader.scanValue()
            case .replace(let text):
                json.key { reader.copy(keyText, to: &$0) }
                try reader.scanValue()
                json.value(JSONValue(verbatim: text))
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
        writeMembers(except: isUsed, to: &json)
        json.endObject()
    }

    /// Writes what the members make of nothing: an object without the removals.
    private func write(to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(except: [Bool](repeating: false, count: members.count), to: &json)
        json.endObject()
    }

    private func writeMembers(except isUsed: [Bool], to json: inout JSONWriter) {
        for (member, isUsed) in zip(members, isUsed) where !isUsed {
            switch member.node {
            case .remove: continue
            case .replace(let text):
                json.key { $0.raw(member.keyText) }
                json.value(JSONValue(verbatim: text))
            case .merge(let inner):
                json.key { $0.raw(member.keyText) }
                inner.write(to: &json)
            }
        }
    }
}
