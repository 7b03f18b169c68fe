extension OrderedTree {
    /// Changes the element at `index`; its number stays. O(log n), no placement.
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` unless `0 ≤ index < count`.
    public mutating func update(at index: Int, in editor: TreeEditor, _ change: (inout Element) throws -> Void) throws {
        root = try node(holding: index, in: editor).updating(at: index, in: editor, change).branch
    }
}

extension OrderedTree {
    /// Changes the element at the end of a path of numbers; its number stays. One descent, no placement.
    ///
    /// - Parameters:
    ///   - path: The numbers of the nodes from the root down to a leaf, then the element's, then anything.
    ///   - change: Takes the element, and what is left of the path below it. Where it returns `false` nothing changes.
    /// - Returns: `false` where the tree has no such path as well.
    mutating func update(
        along path: ArraySlice<Number>, in editor: TreeEditor, _ change: (inout Element, ArraySlice<Number>) throws -> Bool
    ) throws -> Bool {
        guard let root, path.first == root.number,
            let node = try Element.node(root.key, in: editor).updating(along: path.dropFirst(), in: editor, change)
        else { return false }
        self.root = node.branch
        return true
    }
}

extension TreeNode {
    fileprivate func updating(
        along path: ArraySlice<Number>, in editor: TreeEditor, _ change: (inout Element, ArraySlice<Number>) throws -> Bool
    ) throws -> TreeNode? {
        guard let number = path.first else { return nil }
        let rest = path.dropFirst()
        switch content {
        case .leaf(var elements):
            guard let index = elements.firstIndex(where: { $0.number == number }), try change(&elements[index], rest) else { return nil }
            return editor.rewrite(self, .leaf(elements))
        case .inner(var branches):
            guard let slot = branches.firstIndex(where: { $0.number == number }),
                let child = try Element.node(branches[slot].key, in: editor).updating(along: rest, in: editor, change)
            else { return nil }
            branches[slot] = child.branch
            return editor.rewrite(self, .inner(branches))
        }
    }

    fileprivate func updating(
        at index: Int, in editor: TreeEditor, _ change: (inout Element) throws -> Void
    ) throws -> TreeNode {
        switch content {
        case .leaf(var elements):
            try change(&elements[index])
            return editor.rewrite(self, .leaf(elements))
        case .inner(var branches):
            let (slot, rest) = branches.slot(ofElement: index)
            let child = try Element.node(branches[slot].key, in: editor)
            branches[slot] = try child.updating(at: rest, in: editor, change).branch
            return editor.rewrite(self, .inner(branches))
        }
    }
}
