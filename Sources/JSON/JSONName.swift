/// A key of a JSON object, unescaped; two are the same when their UTF-8 bytes are.
public struct JSONName: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func == (left: JSONName, right: JSONName) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    public func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }
}

extension JSONName {
    /// The names of the members that only one of two validated objects has, or that have other values there. Time is linear in both.
    ///
    /// - Returns: `nil` where one of them is no object, and where they have members in another order.
    public static func differing(
        _ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>
    ) throws(JSONSyntaxError) -> [JSONName]? {
        var (left, right) = (JSONReader(old), JSONReader(new))
        guard try left.peekKind() == .object, try right.peekKind() == .object else { return nil }
        try left.beginObject()
        try right.beginObject()
        var names: [JSONName] = []
        while true {
            let (leftKey, rightKey) = (try left.nextKeyRange(), try right.nextKeyRange())
            guard let leftKey, let rightKey else {
                try left.skipMembers(from: leftKey, into: &names)
                try right.skipMembers(from: rightKey, into: &names)
                return names
            }
            guard UTF8Text.areEqual(left.bytes(leftKey.text), right.bytes(rightKey.text)) else { return nil }
            let (leftSpan, rightSpan) = (try left.scanValue(), try right.scanValue())
            if !UTF8Text.areEqual(left.bytes(leftSpan.range), right.bytes(rightSpan.range)) { names.append(JSONName(left.string(leftKey))) }
        }
    }
}

extension JSONReader {
    /// Passes the members of an object from a key that was read to its end.
    fileprivate mutating func skipMembers(from key: JSONKeyRange?, into names: inout [JSONName]) throws(JSONSyntaxError) {
        var next = key
        while let key = next {
            names.append(JSONName(string(key)))
            try scanValue()
            next = try nextKeyRange()
        }
    }
}
