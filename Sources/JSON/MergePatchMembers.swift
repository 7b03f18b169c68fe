/// The members of an object in a merge patch, in order and by key.
final class MergePatchMembers: Sendable {
    private struct Member {
        /// The key as it stands in the patch, quotes included.
        var keyText: String
        var node: MergePatchNode
    }

    private let members: [Member]
    private let places: [JSONName: Int]

    init(reading reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        var members: [Member] = []
        var places: [JSONName: Int] = [:]
        try reader.beginObject()
        while let (key, range) = try reader.nextKeyAndText() {
            places[JSONName(key)] = members.count
            let keyText = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
            members.append(Member(keyText: keyText, node: try MergePatchNode(reading: &reader, in: bytes)))
        }
        self.members = members
        self.places = places
    }

    /// Writes what the members make of the value that the reader comes to next, and passes it.
    func merge(into reader: inout JSONReader, of bytes: UnsafeBufferPointer<UInt8>, output: inout [UInt8]) throws(JSONSyntaxError) {
        guard try reader.peekKind() == .object else {
            _ = try reader.scanValue()
            build(&output)
            return
        }
        var isUsed = [Bool](repeating: false, count: members.count)
        var isFirst = true
        output.append(UInt8(ascii: "{"))
        try reader.beginObject()
        while let (key, keyRange) = try reader.nextKeyAndText() {
            let place = places[JSONName(key)]
            if let place {
                isUsed[place] = true
                if case .remove = members[place].node {
                    _ = try reader.scanValue()
                    continue
                }
            }
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            output.append(contentsOf: bytes[keyRange])
            output.append(UInt8(ascii: ":"))
            if let place, case .merge(let inner) = members[place].node {
                try inner.merge(into: &reader, of: bytes, output: &output)
                continue
            }
            let span = try reader.scanValue()
            if let place, case .replace(let text) = members[place].node {
                JSONText.append(verbatim: text, to: &output)
            } else {
                output.append(contentsOf: bytes[span.range])
            }
        }
        appendMembers(except: isUsed, isFirst: isFirst, to: &output)
        output.append(UInt8(ascii: "}"))
    }

    /// Writes what the members make of nothing: an object without the removals.
    private func build(_ output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        appendMembers(except: [Bool](repeating: false, count: members.count), isFirst: true, to: &output)
        output.append(UInt8(ascii: "}"))
    }

    private func appendMembers(except isUsed: [Bool], isFirst: Bool, to output: inout [UInt8]) {
        var isFirst = isFirst
        for (member, isUsed) in zip(members, isUsed) where !isUsed {
            if case .remove = member.node { continue }
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            JSONText.append(verbatim: member.keyText, to: &output)
            output.append(UInt8(ascii: ":"))
            switch member.node {
            case .remove: continue
            case .replace(let text): JSONText.append(verbatim: text, to: &output)
            case .merge(let inner): inner.build(&output)
            }
        }
    }
}
