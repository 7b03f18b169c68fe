/// The nodes of one kind of tree in the base version, of all the trees of that kind that a list has, in order. A new version may keep them.
///
/// It is read from the inner nodes and knows the leaves by their branches: 40 bytes a node, a byte an item.
final class BaseNodes<Element: TreeElement> {
    /// A base node: its slots are the elements, or the nodes of the height below, from `first` on.
    private struct Node {
        let key: NodeKey
        let number: Number
        let first: Int
        let count: Int
        /// Whether the new version has it, as it is or rewritten.
        var isKept = false
    }

    private let storage: any NodeStorage
    /// By height.
    private var levels: [[Node]] = [[]]
    /// The node of each height that was found last: the next one is most often it, or the one after it.
    private var lastFound: [Int] = [0]

    /// - Parameter trees: The trees in the order of the list; elements are counted across them.
    init(_ trees: some Sequence<OrderedTree<Element>>, in storage: any NodeStorage) throws {
        self.storage = storage
        var position = 0
        for tree in trees {
            guard let root = tree.root else { continue }
            try add(try Element.node(root.key, in: storage), &position)
        }
    }

    private func add(_ node: TreeNode<Element>, _ position: inout Int) throws {
        guard case .inner(let branches) = node.content else {
            levels[0].append(Node(key: node.key, number: node.number, first: position, count: node.count))
            position += node.count
            return
        }
        while levels.count <= node.height {
            levels.append([])
            lastFound.append(0)
        }
        let first = levels[node.height - 1].count
        for branch in branches {
            if node.height > 1 {
                try add(try Element.node(branch.key, in: storage), &position)
            } else {
                levels[0].append(Node(key: branch.key, number: branch.number, first: position, count: branch.count))
                position += branch.count
            }
        }
        levels[node.height].append(Node(key: node.key, number: node.number, first: first, count: branches.count))
    }

    /// The node of a height that holds an element, or a node of the height below; `nil` where there is none, as above a root.
    func origin(of slot: Int, height: Int) -> SlotOrigin? {
        guard height < levels.count else { return nil }
        let nodes = levels[height]
        for node in lastFound[height]..<min(lastFound[height] + 2, nodes.count) {
            if slot >= nodes[node].first, slot < nodes[node].first + nodes[node].count {
                lastFound[height] = node
                return SlotOrigin(node: node, index: slot - nodes[node].first)
            }
        }
        var low = 0
        var high = nodes.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle].first <= slot { low = middle + 1 } else { high = middle }
        }
        guard low > 0, slot >= 0, slot < nodes[low - 1].first + nodes[low - 1].count else { return nil }
        lastFound[height] = low - 1
        return SlotOrigin(node: low - 1, index: slot - nodes[low - 1].first)
    }

    func slotCount(of node: Int, height: Int) -> Int { levels[height][node].count }

    func number(of node: Int, height: Int) -> Number { levels[height][node].number }

    /// Keeps a base node as it is.
    func keep(_ node: Int, height: Int) -> (key: NodeKey, number: Number) {
        levels[height][node].isKept = true
        return (levels[height][node].key, levels[height][node].number)
    }

    /// Keeps the logical node that most of the slots come from, to be rewritten with them, where they are a good part of what it held and
    /// it is not kept yet.
    ///
    /// - Returns: `nil` where there is none: then a new logical node takes the slots.
    func claim(for origins: some Sequence<SlotOrigin?>, height: Int, leaving rows: FinishedRows) throws -> Int? {
        var counts: [(node: Int, count: Int)] = []
        for case let origin? in origins {
            if counts.last?.node == origin.node {
                counts[counts.count - 1].count += 1
            } else if let index = counts.firstIndex(where: { $0.node == origin.node }) {
                counts[index].count += 1
            } else if !levels[height][origin.node].isKept {
                counts.append((origin.node, 1))
            }
        }
        let good = counts.filter { $0.count * 4 >= levels[height][$0.node].count }
        guard let node = good.max(by: { $0.count < $1.count })?.node else { return nil }
        levels[height][node].isKept = true
        try leave(levels[height][node].key, in: rows)
        return node
    }

    /// Ends the logical nodes that nothing has kept.
    func endOthers(in rows: FinishedRows) throws {
        for level in levels {
            for node in level where !node.isKept {
                try leave(node.key, in: rows)
                try rows.add { $0.garbage.replacedPlacements.append(node.number) }
            }
        }
    }

    /// Retires a node.
    private func leave(_ key: NodeKey, in rows: FinishedRows) throws {
        let bytes = try Element.node(key, in: storage).storedCount
        try rows.add {
            Element.leave(key, in: &$0.garbage)
            $0.garbage.nodeBytes += Int64(bytes)
        }
    }
}
