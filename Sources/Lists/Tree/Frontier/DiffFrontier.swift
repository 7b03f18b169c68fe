/// The nodes at which two trees begin to differ: for one of them, the highest nodes that both have, and the leaves that it has alone.
///
/// A node's key stands at one position of a version at most, and a node with the same key is the same, with everything below it. So the two
/// trees are taken apart level by level, the higher one first, and a node whose key the other tree has at the same level is left whole: below
/// it neither has anything that the other has elsewhere (the comparison of Merkle, "A digital signature based on a conventional encryption
/// function", 1987, with keys in place of hashes).
struct DiffFrontier<Element: TreeElement> {
    private(set) var pieces: [FrontierNode] = []
    private var height = 0
    private var root: TreeNode<Element>?
    private let storage: any NodeStorage

    private init(_ tree: OrderedTree<Element>, in storage: any NodeStorage) throws {
        self.storage = storage
        guard let branch = tree.root else { return }
        let node = try Element.node(branch.key, in: storage)
        root = node
        height = node.height
        pieces = [FrontierNode(branch: branch)]
    }

    /// The frontiers of two trees. Reads the inner nodes that one of them has alone, and the roots.
    static func pair(
        _ old: OrderedTree<Element>, in oldStorage: any NodeStorage, _ new: OrderedTree<Element>, in newStorage: any NodeStorage
    ) throws -> (old: DiffFrontier, new: DiffFrontier) {
        var old = try DiffFrontier(old, in: oldStorage)
        var new = try DiffFrontier(new, in: newStorage)
        while true {
            if old.height == new.height {
                Self.share(&old, &new)
                guard old.height > 0 else { return (old, new) }
            }
            let height = max(old.height, new.height) - 1
            if old.height > height { try old.descend() }
            if new.height > height { try new.descend() }
        }
    }

    /// Leaves the nodes whole that both have. Most stand in one order, with a few others between: these alone are looked up by their keys.
    private static func share(_ old: inout DiffFrontier, _ new: inout DiffFrontier) {
        var (oldRest, newRest): ([NodeKey: Int], [NodeKey: Int]) = ([:], [:])
        var (left, right) = (old.nextOwn(from: 0), new.nextOwn(from: 0))
        while let before = left, let after = right {
            let (key, otherKey) = (old.pieces[before].branch.key, new.pieces[after].branch.key)
            let (behind, otherBehind) = (old.nextOwn(from: before + 1), new.nextOwn(from: after + 1))
            if key == otherKey {
                old.share(before)
                new.share(after)
                (left, right) = (behind, otherBehind)
            } else if let behind, old.pieces[behind].branch.key == otherKey {
                oldRest[key] = before
                left = behind
            } else if let otherBehind, new.pieces[otherBehind].branch.key == key {
                newRest[otherKey] = after
                right = otherBehind
            } else {
                (oldRest[key], newRest[otherKey]) = (before, after)
                (left, right) = (behind, otherBehind)
            }
        }
        while let before = left {
            oldRest[old.pieces[before].branch.key] = before
            left = old.nextOwn(from: before + 1)
        }
        while let after = right {
            newRest[new.pieces[after].branch.key] = after
            right = new.nextOwn(from: after + 1)
        }
        for (key, before) in oldRest {
            guard let after = newRest[key] else { continue }
            old.share(before)
            new.share(after)
        }
    }

    /// The index of the next node that the tree has alone, as far as is known; `nil` where there is none.
    private func nextOwn(from start: Int) -> Int? {
        var index = start
        while index < pieces.count, pieces[index].isShared { index += 1 }
        return index < pieces.count ? index : nil
    }

    private mutating func share(_ index: Int) { pieces[index].isShared = true }

    /// Replaces the nodes that the tree has alone by their children.
    private mutating func descend() throws {
        var below: [FrontierNode] = []
        for piece in pieces {
            guard !piece.isShared else {
                below.append(piece)
                continue
            }
            guard case .inner(let branches) = try node(piece.branch).content else { throw NodeCorruption() }
            for branch in branches { below.append(FrontierNode(branch: branch)) }
        }
        pieces = below
        height -= 1
    }

    /// The elements of a leaf that the tree has alone.
    func elements(of leaf: TreeBranch) throws -> [Element] {
        guard case .leaf(let elements) = try node(leaf).content else { throw NodeCorruption() }
        return elements
    }

    private func node(_ branch: TreeBranch) throws -> TreeNode<Element> {
        if let root, root.key == branch.key { return root }
        return try Element.node(branch.key, in: storage)
    }
}
