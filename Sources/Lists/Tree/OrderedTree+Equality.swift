extension OrderedTree {
    /// Whether another tree has the same elements in the same order, however its nodes are cut.
    ///
    /// Both are walked side by side, up to the first difference; of the nodes only those are read that one of the trees has alone.
    func hasSameElements(
        as other: OrderedTree, in storage: any NodeStorage, by areEqual: (Element, Element) throws -> Bool
    ) throws -> Bool {
        guard root != other.root else { return true }
        guard count == other.count, itemCount == other.itemCount else { return false }
        var (mine, theirs) = (TreeRest(self), TreeRest(other))
        while let left = mine.next, let right = theirs.next {
            switch (left, right) {
            case (.element(let left), .element(let right)):
                guard try areEqual(left, right) else { return false }
                mine.pass()
                theirs.pass()
            case (.node(let left), .node(let right)) where left.key == right.key:
                mine.pass()
                theirs.pass()
            case (.node(let left), .node(let right)):
                let (leftNode, rightNode) = (try Element.node(left.key, in: storage), try Element.node(right.key, in: storage))
                if leftNode.height >= rightNode.height { mine.open(leftNode) }
                if rightNode.height >= leftNode.height { theirs.open(rightNode) }
            case (.node(let left), .element): mine.open(try Element.node(left.key, in: storage))
            case (.element, .node(let right)): theirs.open(try Element.node(right.key, in: storage))
            }
        }
        return true
    }
}

/// What a walk through a tree has still before it, in order.
private struct TreeRest<Element: TreeElement> {
    enum Step {
        case node(TreeBranch)
        case element(Element)
    }

    /// The next step last.
    private var steps: [Step]

    init(_ tree: OrderedTree<Element>) {
        steps = tree.root.map { [.node($0)] } ?? []
    }

    var next: Step? { steps.last }

    /// Leaves the next step behind, with all that is below it.
    mutating func pass() {
        steps.removeLast()
    }

    /// Puts what is right below a node, which is the next step, in its place.
    mutating func open(_ node: TreeNode<Element>) {
        steps.removeLast()
        switch node.content {
        case .leaf(let elements): steps += elements.reversed().lazy.map { .element($0) }
        case .inner(let branches): steps += branches.reversed().lazy.map { .node($0) }
        }
    }
}
