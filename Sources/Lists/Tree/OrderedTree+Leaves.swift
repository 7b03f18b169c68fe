extension OrderedTree {
    /// Visits the branches of the leaves in order. It reads the inner nodes, and a root that is a leaf.
    func forEachLeaf(of storage: any NodeStorage, _ body: (TreeBranch) throws -> Void) throws {
        guard let root else { return }
        let node = try Element.node(root.key, in: storage)
        if node.height == 0 { try body(root) } else { try node.forEachLeaf(of: storage, body) }
    }

    /// The elements of a leaf.
    static func elements(ofLeaf leaf: TreeBranch, in storage: any NodeStorage) throws -> [Element] {
        guard case .leaf(let elements) = try Element.node(leaf.key, in: storage).content else { throw NodeCorruption() }
        return elements
    }
}

extension TreeNode {
    /// Visits the branches of the leaves below an inner node.
    fileprivate func forEachLeaf(of storage: any NodeStorage, _ body: (TreeBranch) throws -> Void) throws {
        guard case .inner(let branches) = content else { throw NodeCorruption() }
        for branch in branches {
            if height == 1 { try body(branch) } else { try Element.node(branch.key, in: storage).forEachLeaf(of: storage, body) }
        }
    }
}
