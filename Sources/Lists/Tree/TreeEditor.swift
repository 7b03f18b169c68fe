/// The nodes of one write on their way into a version: new nodes, retired nodes, and new parents.
///
/// It is the storage of the trees under edit: it finds a new node among its own and any other in the storage below. A node that is made
/// and replaced within the same write never leaves it. Confined to one thread.
public final class TreeEditor: NodeStorage {
    private let base: any NodeStorage
    private let firstNewKey: Number
    /// The last key given out.
    private(set) var counter: Number
    let items = FreshNodes<ItemEntry>()
    let sections = FreshNodes<SectionEntry>()
    private(set) var placements: [Number: Placement] = [:]
    /// Logical nodes that ended: their parents are not read any more.
    private(set) var endedNodes: Set<Number> = []

    /// A parent before the write and now; 0 for none.
    struct Placement {
        let original: Number
        var current: Number
    }

    /// - Parameter counter: The last key that the list has given out.
    public init(over base: any NodeStorage, counter: Number) {
        self.base = base
        self.counter = counter
        firstNewKey = counter + 1
    }

    /// A new key, or a new number: larger than all before it.
    public func nextKey() -> Number {
        counter += 1
        return counter
    }

    /// Whether a number or a key was given out by this write.
    func isNew(_ number: Number) -> Bool { number >= firstNewKey }

    /// Whether a number has another parent now, or none, and had one before the write.
    func isDisplaced(_ number: Number) -> Bool { placements[number].map { $0.original != 0 } ?? false }

    public func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> {
        if isNew(key), let node = items[key] { return node }
        return try base.itemNode(key)
    }

    public func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> {
        if isNew(key), let node = sections[key] { return node }
        return try base.sectionNode(key)
    }

    /// Makes a node with a logical number of its own.
    func make<Element>(height: Int, _ content: TreeNode<Element>.Content) -> TreeNode<Element> {
        let node = TreeNode(key: nextKey(), number: nextKey(), height: height, content: content)
        Element.fresh(in: self).add(node)
        return node
    }

    /// Makes the next rewrite of a logical node and retires the old one.
    func rewrite<Element>(_ node: TreeNode<Element>, _ content: TreeNode<Element>.Content) -> TreeNode<Element> {
        let next = TreeNode(key: nextKey(), number: node.number, height: node.height, content: content)
        let fresh = Element.fresh(in: self)
        fresh.retire(node)
        fresh.add(next)
        return next
    }

    /// Retires a logical node for good.
    func end<Element>(_ node: TreeNode<Element>) {
        Element.fresh(in: self).retire(node)
        endedNodes.insert(node.number)
        placements[node.number] = nil
    }

    /// Records another parent; 0 for none.
    func displace(_ number: Number, from parent: Number, to newParent: Number) {
        placements[number, default: Placement(original: parent, current: 0)].current = newParent
    }
}

/// The nodes of one kind that a write made, and those that it retired.
public final class FreshNodes<Element: TreeElement> {
    private var nodes = KeyedRun<TreeNode<Element>>()
    private(set) var retired: [NodeKey] = []
    /// Bytes of the stored forms of the retired nodes.
    private(set) var retiredBytes: Int64 = 0

    subscript(_ key: NodeKey) -> TreeNode<Element>? { nodes[key] }

    /// The nodes that were made, in the order of their keys.
    var made: [TreeNode<Element>] { nodes.values }

    func add(_ node: TreeNode<Element>) { nodes.set(node, for: node.key) }

    func retire(_ node: TreeNode<Element>) {
        guard nodes.remove(node.key) == nil else { return }
        retired.append(node.key)
        retiredBytes += Int64(node.storedCount)
    }
}
