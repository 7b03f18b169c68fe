import Synchronization

/// The stored form of a node: a byte of kind and height, the logical number, the number of slots, then the slots as differences.
extension TreeNode {
    public func encoded() -> [UInt8] {
        var encoder = NodeEncoder()
        write(to: &encoder)
        return [UInt8](encoder.buffer.bytes)
    }

    /// Bytes of the stored form. It is found out once.
    public var storedCount: Int {
        let known = measure.load(ordering: .relaxed)
        if known > 0 { return known }
        var encoder = NodeEncoder()
        write(to: &encoder)
        return encoder.buffer.count
    }

    /// Appends the stored form.
    func write(to encoder: inout NodeEncoder) {
        let start = encoder.buffer.count
        encoder.begin(key)
        encoder.appendCount(Int64(height) << 1 | Int64(Element.treeKind.rawValue))
        encoder.appendRelative(number, to: key)
        encoder.appendCount(Int64(slotCount))
        switch content {
        case .leaf(let elements):
            for element in elements { element.encode(to: &encoder) }
        case .inner(let branches):
            for branch in branches {
                encoder.appendNumber(branch.number)
                encoder.appendRevision(branch.key)
                encoder.appendCount(Int64(branch.count))
                if Element.treeKind == .sections { encoder.appendCount(Int64(branch.itemCount)) }
            }
        }
        measure.store(encoder.buffer.count - start, ordering: .relaxed)
    }

    public static func decode(key: NodeKey, bytes: UnsafeRawBufferPointer) throws(NodeCorruption) -> TreeNode {
        var decoder = NodeDecoder(key: key, bytes: bytes)
        let form = try decoder.count()
        let number = try decoder.relative(to: key)
        guard form >= 0, form & 1 == Int64(Element.treeKind.rawValue), let height = Int(exactly: form >> 1),
            let slots = Int(exactly: try decoder.count()), (0...bytes.count).contains(slots)
        else { throw NodeCorruption() }
        let content: Content = try height == 0 ? leaf(slots, from: &decoder) : inner(slots, from: &decoder)
        guard decoder.isAtEnd else { throw NodeCorruption() }
        let node = TreeNode(key: key, number: number, height: height, content: content)
        node.measure.store(bytes.count, ordering: .relaxed)
        return node
    }

    private static func leaf(_ slots: Int, from decoder: inout NodeDecoder) throws(NodeCorruption) -> Content {
        var elements: [Element] = []
        elements.reserveCapacity(slots)
        for _ in 0..<slots { elements.append(try Element.decode(from: &decoder)) }
        return .leaf(elements)
    }

    private static func inner(_ slots: Int, from decoder: inout NodeDecoder) throws(NodeCorruption) -> Content {
        var branches: [TreeBranch] = []
        branches.reserveCapacity(slots)
        for _ in 0..<slots {
            let number = try decoder.number()
            let key = try decoder.revision()
            let count = try decoder.elementCount()
            let itemCount = Element.treeKind == .sections ? try decoder.elementCount() : count
            branches.append(TreeBranch(key: key, number: number, count: count, itemCount: itemCount))
        }
        return .inner(branches)
    }
}
