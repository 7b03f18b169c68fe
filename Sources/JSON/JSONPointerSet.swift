/// Pointers whose values are found in one pass over a value, however many they are.
public struct JSONPointerSet: Sendable {
    private struct Node {
        /// The index in the outcome of the value that stands here; `nil` where no pointer ends here.
        var slot: Int?
        var members: [JSONName: Int] = [:]
        /// The lengths in bytes of the members' names, each as the bit of that number; longer ones all as the last.
        var lengths: UInt64 = 0
        var elements: [Int: Int] = [:]
    }

    private var nodes = [Node()]
    /// How many pointers there are, each counted once.
    public private(set) var count = 0

    public init() {}

    /// Adds a pointer.
    ///
    /// - Returns: The index of its value in the outcome; that of an equal pointer is the same.
    public mutating func add(_ pointer: JSONPointer) -> Int {
        var node = 0
        for token in pointer.tokens { node = child(of: node, token) }
        if let slot = nodes[node].slot { return slot }
        nodes[node].slot = count
        count += 1
        return count - 1
    }

    private mutating func child(of node: Int, _ token: String) -> Int {
        if let child = nodes[node].members[JSONName(token)] { return child }
        let child = nodes.count
        nodes.append(Node())
        nodes[node].members[JSONName(token)] = child
        nodes[node].lengths |= Self.bit(of: token.utf8.count)
        // The same token may name a member or an element.
        if let index = JSONPointer.index(token) { nodes[node].elements[index] = child }
        return child
    }

    private static func bit(of length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

    /// Finds the values in a validated value.
    ///
    /// It ends as soon as all are found; else it takes time linear in the value.
    ///
    /// - Returns: The range of bytes of each pointer's value, by its index; `nil` where there is nothing.
    public func find(in value: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> [Range<Int>?] {
        var search = Search(ranges: Array(repeating: nil, count: count), missing: count)
        var reader = JSONReader(value)
        try find(from: 0, with: &reader, &search)
        return search.ranges
    }

    private struct Search {
        var ranges: [Range<Int>?]
        /// How many are not found yet.
        var missing: Int
    }

    private func find(from index: Int, with reader: inout JSONReader, _ search: inout Search) throws(JSONSyntaxError) {
        let node = nodes[index]
        let kind = try reader.peekKind()
        let start = reader.offset
        switch kind {
        case .object where !node.members.isEmpty:
            try reader.beginObject()
            while let key = try reader.nextKeyRange() {
                guard let child = child(of: node, key, reader) else {
                    try reader.scanValue()
                    continue
                }
                try find(from: child, with: &reader, &search)
                guard search.missing > 0 else { return }
            }
        case .array where !node.elements.isEmpty:
            try reader.beginArray()
            var position = 0
            while try reader.nextElement() {
                if let child = node.elements[position] {
                    try find(from: child, with: &reader, &search)
                    guard search.missing > 0 else { return }
                } else {
                    try reader.scanValue()
                }
                position += 1
            }
        default: try reader.scanValue()
        }
        guard let slot = node.slot else { return }
        search.ranges[slot] = start..<reader.offset
        search.missing -= 1
    }

    private func child(of node: Node, _ key: JSONKeyRange, _ reader: JSONReader) -> Int? {
        guard key.isEscaped || node.lengths & Self.bit(of: key.content.count) != 0 else { return nil }
        return node.members[JSONName(reader.string(key))]
    }
}
