@testable package import Lists

extension OrderedTree {
    /// Checks the whole tree: fill, depth and summaries. O(n).
    ///
    /// - Parameter placed: Called with the number of each node and element, and that of its parent.
    /// - Throws: ``TreeDefect`` that names the node.
    package func checkInvariants(
        in storage: any NodeStorage, placed: (_ number: Number, _ parent: Number) throws -> Void = { _, _ in }
    ) throws {
        guard let root else { return }
        try placed(root.number, owner)
        let node = try Element.node(root.key, in: storage)
        if case .inner(let branches) = node.content, branches.count < 2 {
            throw TreeDefect("the root \(root.key) has a single branch")
        }
        try node.check(root, height: node.height, edges: TreeEdges(first: true, last: true), in: storage, placed)
    }
}

extension TreeNode {
    fileprivate func check(
        _ branch: TreeBranch, height: Int, edges: TreeEdges, in storage: any NodeStorage,
        _ placed: (_ number: Number, _ parent: Number) throws -> Void
    ) throws {
        guard branch == self.branch else { throw TreeDefect("node \(key): its parent says \(branch), it is \(self.branch)") }
        guard self.height == height else { throw TreeDefect("node \(key): height \(self.height) instead of \(height)") }
        let fewest = edges.first || edges.last ? 1 : TreeShape.minimum
        guard slotCount >= fewest, slotCount <= TreeShape.maximum else {
            throw TreeDefect("node \(key): \(slotCount) slots, not \(fewest)…\(TreeShape.maximum)")
        }
        for number in content.numbers { try placed(number, self.number) }
        guard case .inner(let branches) = content else { return }
        for (slot, branch) in branches.enumerated() {
            let inner = TreeEdges(first: edges.first && slot == 0, last: edges.last && slot == branches.count - 1)
            let child = try Element.node(branch.key, in: storage)
            try child.check(branch, height: height - 1, edges: inner, in: storage, placed)
        }
    }
}
