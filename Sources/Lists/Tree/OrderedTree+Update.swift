extension OrderedTree {
    /// Changes the element at `index`; its number stays. O(log n), no placement.
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` unless `0 ≤ index < count`.
    public mutating func update(at index: Int, in editor: TreeEditor, _ change: (inout Element) throws -> Void) throws {
        root = try node(holding: index, in: editor).updating(at: index, in: editor, change).branch
    }
}

extension TreeNode {
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
