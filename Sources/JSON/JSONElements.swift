/// The elements of an array under edit, in pieces of bounded length, so that one that is put in or taken out moves few others.
struct JSONElements {
    private static let longestPiece = 512

    /// None of them is empty.
    private var pieces: [[JSONNode]] = []
    private(set) var count = 0
    /// As ``JSONNode/depthBound``, this array among the levels.
    private(set) var depthBound = 1

    subscript(_ index: Int) -> JSONNode {
        let position = position(of: index)
        return pieces[position.piece][position.offset]
    }

    /// Changes an element.
    mutating func edit<Outcome>(_ index: Int, _ change: (inout JSONNode) -> Outcome?) -> Outcome? {
        let position = position(of: index)
        let outcome = change(&pieces[position.piece][position.offset])
        deepen(for: pieces[position.piece][position.offset])
        return outcome
    }

    mutating func append(_ node: JSONNode) { insert(node, at: count) }

    /// - Parameter index: From 0 to `count`.
    mutating func insert(_ node: JSONNode, at index: Int) {
        deepen(for: node)
        count += 1
        guard let last = pieces.indices.last else {
            pieces.append([node])
            return
        }
        let position = index == count - 1 ? (piece: last, offset: pieces[last].count) : position(of: index)
        if pieces[position.piece].count < Self.longestPiece {
            pieces[position.piece].insert(node, at: position.offset)
        } else if position.offset == pieces[position.piece].count {
            pieces.append([node])
        } else {
            split(position.piece)
            let middle = pieces[position.piece].count
            let isBehind = position.offset > middle
            pieces[position.piece + (isBehind ? 1 : 0)].insert(node, at: isBehind ? position.offset - middle : position.offset)
        }
    }

    mutating func remove(at index: Int) -> JSONNode {
        let position = position(of: index)
        count -= 1
        let removed = pieces[position.piece].remove(at: position.offset)
        if pieces[position.piece].isEmpty { pieces.remove(at: position.piece) }
        return removed
    }

    /// All of them, in order.
    var nodes: FlattenSequence<[[JSONNode]]> { pieces.joined() }

    /// - Parameter index: Below `count`.
    private func position(of index: Int) -> (piece: Int, offset: Int) {
        var (piece, offset) = (0, index)
        while piece < pieces.count - 1, offset >= pieces[piece].count {
            offset -= pieces[piece].count
            piece += 1
        }
        return (piece, offset)
    }

    private mutating func split(_ piece: Int) {
        let middle = pieces[piece].count / 2
        let end = Array(pieces[piece][middle...])
        pieces[piece].removeSubrange(middle...)
        pieces.insert(end, at: piece + 1)
    }

    private mutating func deepen(for part: JSONNode) {
        depthBound = max(depthBound, part.depthBound + 1)
    }
}
