/// Walks a frontier from its beginning to its end: shared nodes as a whole, and one by one the elements of the leaves, each of which is
/// read when its turn comes.
struct FrontierCursor<Element: TreeElement> {
    /// A step of the walk: a shared node, or an element.
    struct Step {
        /// A shared node's key or an element's number; both come from one counter, so they never meet.
        let name: Number
        /// The first element's index in the tree.
        let index: Int
        let count: Int
        /// `nil` for a shared node.
        let element: Element?
    }

    private let frontier: DiffFrontier<Element>
    private var piece = 0
    private var leaf: ArraySlice<Element> = []
    /// Elements passed so far.
    private var index = 0

    init(_ frontier: DiffFrontier<Element>) {
        self.frontier = frontier
    }

    /// The next step; `nil` at the end.
    mutating func next() throws -> Step? {
        while true {
            if let element = leaf.popFirst() { return step(element.number, 1, element) }
            guard piece < frontier.pieces.count else { return nil }
            let next = frontier.pieces[piece]
            piece += 1
            if next.isShared { return step(next.branch.key, next.branch.count, nil) }
            leaf = try frontier.elements(of: next.branch)[...]
        }
    }

    private mutating func step(_ name: Number, _ count: Int, _ element: Element?) -> Step {
        defer { index += count }
        return Step(name: name, index: index, count: count, element: element)
    }
}
