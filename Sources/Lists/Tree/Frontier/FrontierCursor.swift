/// Walks an outline from its beginning to its end: shared nodes as a whole, and one by one the elements of the leaves, each of which is
/// read when its turn comes.
struct FrontierCursor<Element: TreeElement> {
    /// What the walk has come to.
    struct Step {
        /// A shared node's key or an element's number; both come from one counter, so they never meet.
        let name: Number
        /// The first element's index in the tree.
        let index: Int
        let count: Int
        /// `nil` for a shared node.
        let element: Element?
    }

    private let outline: DiffFrontier<Element>
    private var piece = 0
    private var leaf: ArraySlice<Element> = []
    /// Elements passed so far.
    private(set) var index = 0

    init(_ outline: DiffFrontier<Element>) {
        self.outline = outline
    }

    /// The next step; `nil` at the end.
    mutating func next() throws -> Step? {
        while true {
            if let element = leaf.popFirst() { return step(element.number, 1, element) }
            guard piece < outline.pieces.count else { return nil }
            defer { piece += 1 }
            switch outline.pieces[piece] {
            case .shared(let branch): return step(branch.key, branch.count, nil)
            case .own(let branch): leaf = try outline.elements(of: branch)[...]
            }
        }
    }

    private mutating func step(_ name: Number, _ count: Int, _ element: Element?) -> Step {
        defer { index += count }
        return Step(name: name, index: index, count: count, element: element)
    }
}
