extension OrderedTree {
    /// Inserts an element so that it stands at `index` afterwards. O(log n); one placement, and half a leaf's when a leaf splits.
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` unless `0 ≤ index ≤ count`.
    public mutating func insert(_ element: Element, at index: Int, in editor: TreeEditor) throws {
        guard index >= 0, index <= count else {
            throw ListError(.indexOutOfRange, "The index \(index) is outside 0…\(count).")
        }
        guard let root else {
            let leaf: TreeNode<Element> = editor.make(height: 0, .leaf([element]))
            editor.displace(element.number, from: 0, to: leaf.number)
            setRoot(leaf, in: editor)
            return
        }
        let old = try Element.node(root.key, in: editor)
        let parts = try old.inserting(element, at: index, edges: TreeEdges(first: true, last: true), in: editor)
        if parts.count == 1 {
            self.root = parts[0].branch
        } else {
            let grown: TreeNode<Element> = editor.make(height: old.height + 1, .inner(parts.map(\.branch)))
            // Of the two one is new: it may become the root yet, and must not count as what was there before.
            for part in parts { editor.displace(part.number, from: part.number == old.number ? owner : 0, to: grown.number) }
            setRoot(grown, in: editor)
        }
    }

    /// Makes a new logical node the root.
    mutating func setRoot(_ node: TreeNode<Element>, in editor: TreeEditor) {
        editor.displace(node.number, from: 0, to: owner)
        root = node.branch
    }
}

/// Whether a node is the first or the last of its level: there an insertion at the very end of a full node begins a new one instead of
/// splitting it, so that appending and prepending fill their nodes and displace nothing.
struct TreeEdges {
    let first: Bool
    let last: Bool
}

extension TreeNode {
    /// The one or two nodes that this node becomes.
    func inserting(_ element: Element, at index: Int, edges: TreeEdges, in editor: TreeEditor) throws -> [TreeNode] {
        switch content {
        case .leaf(var elements):
            elements.insert(element, at: index)
            editor.displace(element.number, from: 0, to: number)
            let side = index == elements.count - 1 && edges.last ? Side.back : index == 0 && edges.first ? .front : .middle
            return grown(to: .leaf(elements), side, in: editor)
        case .inner(var branches):
            let (slot, rest) = branches.slot(ofInsertion: index)
            let child = try Element.node(branches[slot].key, in: editor)
            let inner = TreeEdges(first: edges.first && slot == 0, last: edges.last && slot == branches.count - 1)
            let parts = try child.inserting(element, at: rest, edges: inner, in: editor)
            branches.replaceSubrange(slot...slot, with: parts.map(\.branch))
            for part in parts where part.number != child.number {
                editor.displace(part.number, from: 0, to: number)
            }
            return grown(to: .inner(branches), inner.last ? .back : inner.first ? .front : .middle, in: editor)
        }
    }

    /// The part of a node at which it grows.
    enum Side {
        case front, middle, back
    }

    /// This node with its new slots, split where they are one too many. The larger part keeps the number, so that fewer things move.
    private func grown(to slots: Content, _ side: Side, in editor: TreeEditor) -> [TreeNode] {
        let count = slots.slotCount
        guard count > TreeShape.maximum else { return [editor.rewrite(self, slots)] }
        let point =
            switch side {
            case .front: 1
            case .middle: count / 2
            case .back: count - 1
            }
        let (left, right) = slots.split(at: point)
        let keepsLeft = point > count / 2
        let (kept, moved) = keepsLeft ? (left, right) : (right, left)
        let keptNode = side != .middle && holds(kept) ? self : editor.rewrite(self, kept)
        let movedNode: TreeNode = editor.make(height: height, moved)
        for moving in moved.numbers { editor.displace(moving, from: number, to: movedNode.number) }
        return keepsLeft ? [keptNode, movedNode] : [movedNode, keptNode]
    }

    private func holds(_ other: Content) -> Bool {
        switch (content, other) {
        case (.leaf(let mine), .leaf(let theirs)): mine == theirs
        case (.inner(let mine), .inner(let theirs)): mine == theirs
        case (.leaf, .inner), (.inner, .leaf): false
        }
    }
}
