/// Builds one level of a tree's next version out of slots that come in order.
struct LevelBuilder<Element: TreeElement, Value> {
    private let height: Int
    private let content: ([Value]) -> TreeNode<Element>.Content
    private let old: BaseNodes<Element>
    private let rows: FinishedRows
    private var cutter: RunSplitter<Value>
    private var packing = NodePacking<Value>()
    private var runs: [SlotRun<Value>] = []
    private var packed: [SlotRun<Value>] = []
    private var nodes: [BuiltNode] = []

    init(height: Int, over old: BaseNodes<Element>, into rows: FinishedRows, content: @escaping ([Value]) -> TreeNode<Element>.Content) {
        self.height = height
        self.old = old
        self.rows = rows
        self.content = content
        cutter = RunSplitter { old.slotCount(of: $0, height: height) }
    }

    mutating func add(_ slot: RebuiltSlot<Value>) throws {
        cutter.add(slot, into: &runs)
        if !runs.isEmpty { try packRuns() }
    }

    /// Ends the level.
    ///
    /// - Returns: Its nodes in order.
    mutating func finish() throws -> [BuiltNode] {
        cutter.finish(into: &runs)
        try packRuns()
        packing.finish(into: &packed)
        try makeNodes()
        return nodes
    }

    private mutating func packRuns() throws {
        for run in runs { packing.add(run, into: &packed) }
        runs.removeAll(keepingCapacity: true)
        try makeNodes()
    }

    private mutating func makeNodes() throws {
        for run in packed { nodes.append(try node(of: run)) }
        packed.removeAll(keepingCapacity: true)
    }

    private func node(of run: SlotRun<Value>) throws -> BuiltNode {
        let content = content(run.slots.map(\.value))
        if let whole = run.whole {
            let kept = old.keep(whole, height: height)
            let node = TreeNode<Element>(key: kept.key, number: kept.number, height: height, content: content)
            return BuiltNode(branch: node.branch, old: whole, isUnchanged: true)
        }
        let claimed = try old.claim(for: run.slots.lazy.map { $0.origin }, height: height, leaving: rows)
        let key = rows.nextKey()
        let number = claimed.map { old.number(of: $0, height: height) } ?? rows.nextKey()
        let node = TreeNode<Element>(key: key, number: number, height: height, content: content)
        try rows.add { Element.add(node, to: &$0) }
        for (slot, moved) in zip(run.slots, content.numbers) where slot.origin == nil || slot.origin?.node != claimed {
            try rows.setParent(of: moved, to: number)
        }
        return BuiltNode(branch: node.branch, old: claimed, isUnchanged: false)
    }
}

/// A node of a new version, as the level above takes it.
struct BuiltNode {
    let branch: TreeBranch
    /// The ordinal of the base node that it is, or is a rewrite of.
    let old: Int?
    let isUnchanged: Bool
}
