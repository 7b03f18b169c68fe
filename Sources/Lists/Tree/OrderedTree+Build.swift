extension OrderedTree {
    /// Builds a tree of many elements at once, level by level, with nodes evenly filled. O(n).
    public init(building elements: [Element], owner: Number, in editor: TreeEditor) {
        self.init(owner: owner)
        guard !elements.isEmpty else { return }
        var level = TreeShape.parts(of: elements.count).map { range in
            let leaf: TreeNode<Element> = editor.make(height: 0, .leaf(Array(elements[range])))
            for element in elements[range] { editor.displace(element.number, from: 0, to: leaf.number) }
            return leaf
        }
        while level.count > 1 {
            level = TreeShape.parts(of: level.count).map { range in
                let children = level[range]
                let inner: TreeNode<Element> = editor.make(height: children[range.lowerBound].height + 1, .inner(children.map(\.branch)))
                for child in children { editor.displace(child.number, from: 0, to: inner.number) }
                return inner
            }
        }
        setRoot(level[0], in: editor)
    }

    /// Inserts elements so that the first stands at `index` afterwards: one by one, or by building anew where they are more than a node
    /// and more than an eighth of the tree.
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` unless `0 ≤ index ≤ count`.
    mutating func insert(contentsOf elements: [Element], at index: Int, in editor: TreeEditor) throws {
        guard elements.count > TreeShape.maximum, elements.count > count / 8, index >= 0, index <= count else {
            for (offset, element) in elements.enumerated() { try insert(element, at: index + offset, in: editor) }
            return
        }
        var all = try removeAll(in: editor)
        all.insert(contentsOf: elements, at: index)
        self = OrderedTree(building: all, owner: owner, in: editor)
    }
}
