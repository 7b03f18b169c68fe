extension OrderedTree {
    /// Whether another tree has the same elements in the same order, however its nodes are cut.
    ///
    /// Both are walked side by side, up to the first difference; of the nodes only those are read that one of the trees has alone.
    func hasSameElements(
        as other: OrderedTree, in storage: any NodeStorage, by areEqual: (Element, Element) throws -> Bool
    ) throws -> Bool {
        guard root != other.root else { return true }
        guard count == other.count, itemCount == other.itemCount else { return false }
        let frontiers = try DiffFrontier.pair(self, in: storage, other, in: storage)
        var (mine, theirs) = (FrontierCursor(frontiers.old), FrontierCursor(frontiers.new))
        while let left = try mine.next(), let right = try theirs.next() {
            guard left.name == right.name else { return false }
            if let left = left.element, let right = right.element, try !areEqual(left, right) { return false }
        }
        return true
    }
}
