extension OrderedTree {
    /// Removes the element at `index`. O(log n); one placement, and part of a leaf's when two leaves are joined or evened out.
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` unless `0 ≤ index < count`.
    @discardableResult
    public mutating func remove(at index: Int, in editor: TreeEditor) throws -> Element {
        let old = try node(holding: index, in: editor)
        let (shrunk, element) = try old.removing(at: index, in: editor)
        guard var top = shrunk else {
            root = nil
            return element
        }
        while case .inner(let branches) = top.content, branches.count == 1 {
            let child = try Element.node(branches[0].key, in: editor)
            editor.displace(child.number, from: top.number, to: owner)
            editor.end(top)
            top = child
        }
        root = top.branch
        return element
    }

    /// The root, of a tree that has an element at `index`.
    func node(holding index: Int, in storage: any NodeStorage) throws -> TreeNode<Element> {
        guard let root, index >= 0, index < count else {
            throw ListError(.indexOutOfRange, "The index \(index) is outside 0..<\(count).")
        }
        return try Element.node(root.key, in: storage)
    }

    /// Retires all nodes, and records that the elements have no parent any more.
    ///
    /// - Returns: The elements in order.
    @discardableResult
    public mutating func removeAll(in editor: TreeEditor) throws -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        if let root { try Element.node(root.key, in: editor).end(collecting: &elements, in: editor) }
        root = nil
        return elements
    }
}

extension TreeNode {
    /// This node without an element; `nil` when nothing is left of it.
    func removing(at index: Int, in editor: TreeEditor) throws -> (TreeNode?, Element) {
        switch content {
        case .leaf(var elements):
            let element = elements.remove(at: index)
            editor.displace(element.number, from: number, to: 0)
            return (shrunk(to: .leaf(elements), in: editor), element)
        case .inner(var branches):
            let (slot, rest) = branches.slot(ofElement: index)
            let child = try Element.node(branches[slot].key, in: editor)
            let (shrunkChild, element) = try child.removing(at: rest, in: editor)
            if let shrunkChild, shrunkChild.slotCount < TreeShape.minimum, branches.count > 1 {
                let first = slot == 0 ? 0 : slot - 1
                let sibling = try Element.node(branches[slot == 0 ? 1 : first].key, in: editor)
                let pair = slot == 0 ? (shrunkChild, sibling) : (sibling, shrunkChild)
                branches.replaceSubrange(first...(first + 1), with: even(pair.0, pair.1, in: editor).map(\.branch))
            } else if let shrunkChild {
                branches[slot] = shrunkChild.branch
            } else {
                branches.remove(at: slot)
            }
            return (shrunk(to: .inner(branches), in: editor), element)
        }
    }

    private func shrunk(to slots: Content, in editor: TreeEditor) -> TreeNode? {
        guard slots.slotCount > 0 else {
            editor.end(self)
            return nil
        }
        return editor.rewrite(self, slots)
    }

    /// Joins two neighbours below this node where one has too few slots, or evens them out where one node could not hold both and still
    /// take a few more.
    private func even(_ left: TreeNode, _ right: TreeNode, in editor: TreeEditor) -> [TreeNode] {
        let slots = left.content.joined(with: right.content)
        if slots.slotCount <= TreeShape.bulk {
            let (kept, ended) = left.slotCount >= right.slotCount ? (left, right) : (right, left)
            for moving in ended.content.numbers { editor.displace(moving, from: ended.number, to: kept.number) }
            editor.end(ended)
            return [editor.rewrite(kept, slots)]
        }
        let point = slots.slotCount / 2
        let (newLeft, newRight) = slots.split(at: point)
        let numbers = slots.numbers
        for slot in min(point, left.slotCount)..<max(point, left.slotCount) {
            let goesLeft = slot < point
            editor.displace(
                numbers[slot], from: goesLeft ? right.number : left.number, to: goesLeft ? left.number : right.number)
        }
        return [editor.rewrite(left, newLeft), editor.rewrite(right, newRight)]
    }

    /// Retires this node and all below.
    fileprivate func end(collecting collected: inout [Element], in editor: TreeEditor) throws {
        switch content {
        case .leaf(let elements):
            for element in elements { editor.displace(element.number, from: number, to: 0) }
            collected += elements
        case .inner(let branches):
            for branch in branches { try Element.node(branch.key, in: editor).end(collecting: &collected, in: editor) }
        }
        editor.end(self)
    }
}
