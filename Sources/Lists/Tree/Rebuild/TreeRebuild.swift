/// Builds the next version of a tree out of its elements in order, and shares with the version before every node that it can.
///
/// An old node is kept or rewritten where most of its content stays together, wherever in the list that is. So few parents change. The
/// rebuild keeps a few words a leaf in memory.
struct TreeRebuild<Element: TreeElement> {
    private let old: BaseNodes<Element>
    private let rows: FinishedRows
    private var leaves: LevelBuilder<Element, Element>

    /// - Parameters:
    ///   - old: The nodes of the base version.
    ///   - rows: The destination of the new version's rows.
    init(over old: BaseNodes<Element>, into rows: FinishedRows) {
        self.old = old
        self.rows = rows
        leaves = LevelBuilder(height: 0, over: old, into: rows) { .leaf($0) }
    }

    /// Adds the next element.
    ///
    /// - Parameters:
    ///   - position: Its position before, counted across the old trees; `nil` for a new one.
    ///   - isUnchanged: Whether it is as it was.
    mutating func add(_ element: Element, from position: Int?, isUnchanged: Bool) throws {
        let origin = position.flatMap { old.origin(of: $0, height: 0) }
        if let position, origin == nil { throw TreeDefect("no element stood at \(position)") }
        try leaves.add(RebuiltSlot(value: element, origin: origin, isUnchanged: isUnchanged))
    }

    /// Builds the levels above the leaves.
    ///
    /// - Parameters:
    ///   - owner: The parent of the root.
    ///   - oldRoot: The root in the base version.
    mutating func finish(owner: Number, oldRoot: TreeBranch?) throws -> OrderedTree<Element> {
        var nodes = try leaves.finish()
        var height = 0
        while nodes.count > 1 {
            height += 1
            var level = LevelBuilder<Element, TreeBranch>(height: height, over: old, into: rows) { .inner($0) }
            for node in nodes {
                let origin = node.old.flatMap { old.origin(of: $0, height: height) }
                try level.add(RebuiltSlot(value: node.branch, origin: origin, isUnchanged: node.isUnchanged))
            }
            nodes = try level.finish()
        }
        guard let root = nodes.first?.branch else { return OrderedTree(owner: owner) }
        if root.number != oldRoot?.number { try rows.setParent(of: root.number, to: owner) }
        return OrderedTree(root: root, owner: owner)
    }
}
