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
        pieces = [.own(branch)]
    }

    /// The frontiers of two trees. Reads the inner nodes that one of them has alone, and the roots.
    static func pair(
        _ old: OrderedTree<Element>, in oldStorage: any NodeStorage, _ new: OrderedTree<Element>, in newStorage: any NodeStorage
    ) throws -> (old: DiffFrontier, new: DiffFrontier) {
        var old = try DiffFrontier(old, in: oldStorage)
        var new = try DiffFrontier(new, in: newStorage)
        while true {
            if old.height == new.height {
                let shared = old.ownKeys.intersection(new.ownKeys)
                old.share(shared)
                new.share(shared)
                guard old.height > 0 else { return (old, new) }
            }
            let height = max(old.height, new.height) - 1
            if old.height > height { try old.descend() }
            if new.height > height { try new.descend() }
        }
    }

    private var ownKeys: Set<NodeKey> {
        Set(
            pieces.lazy.compactMap { piece in
                if case .own(let branch) = piece { branch.key } else { nil }
            })
    }

    private mutating func share(_ keys: Set<NodeKey>) {
        for index in pieces.indices {
            if case .own(let branch) = pieces[index], keys.contains(branch.key) { pieces[index] = .shared(branch) }
        }
    }

    /// Replaces the nodes that the tree has alone by their children.
    private mutating func descend() throws {
        var below: [FrontierNode] = []
        for piece in pieces {
            guard case .own(let branch) = piece else {
                below.append(piece)
                continue
            }
            guard case .inner(let branches) = try node(branch).content else { throw NodeCorruption() }
            below += branches.map { .own($0) }
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
