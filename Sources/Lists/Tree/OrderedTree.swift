/// A persistent, counted B+ tree: an ordered run of elements that never changes in place.
///
/// Each inner node keeps, for each child, how many elements and how many items are below it, so that rank and select cost one path.
/// An edit copies the path from the changed leaf to the root and shares the rest with the tree before (path copying: Driscoll, Sarnak,
/// Sleator and Tarjan, "Making data structures persistent", 1989). All leaves lie at the same depth.
///
/// The value is a reference to a root: a few words, without storage of its own. Every operation is given the storage to ask for nodes.
public struct OrderedTree<Element: TreeElement>: Sendable, Equatable {
    /// The root; `nil` for the empty tree.
    public internal(set) var root: TreeBranch?
    /// The parent of the root: the section of a tree of items, the list of a tree of sections.
    public let owner: Number

    public init(root: TreeBranch? = nil, owner: Number) {
        self.root = root
        self.owner = owner
    }

    /// How many elements the tree has.
    public var count: Int { root?.count ?? 0 }
    /// How many items the tree has; its count, for a tree of items.
    public var itemCount: Int { root?.itemCount ?? 0 }
    public var isEmpty: Bool { root == nil }
}

/// The sizes of a node.
enum TreeShape {
    /// The most elements of a leaf, and the most branches of an inner node.
    static let maximum = 64
    /// The fewest, but for the root and the first and last node of each level, which grow from one slot.
    static let minimum = 16
    /// How full a bulk build makes nodes, so that the first inserts after it do not split them all.
    static let bulk = 48

    /// Cuts `count` slots into runs of nearly the same length, each of a bulk build's node.
    static func parts(of count: Int) -> [Range<Int>] {
        let parts = (count + bulk - 1) / bulk
        return (0..<parts).map { (count * $0 / parts)..<(count * ($0 + 1) / parts) }
    }
}
