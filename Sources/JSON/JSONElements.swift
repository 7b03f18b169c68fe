/// The elements of an array under edit, in pieces of bounded length, so that one that is put in or taken out moves few others.
struct JSONElements {
    private static let longestPiece = 512

    /// None of them is empty.
    private var pieces: [[JSONNode]] = []
    private(set) var count = 0
    /// As ``JSONNode/depthBound``, this array among the levels.
    private(set) var depthBound = 1

    subscript(_ index: Int) -> JSONNode {
        let place = place(of: index)
        return pieces[place.piece][place.offset]
    }

    /// Changes an element in its place.
    mutating func edit<Outcome>(_ index: Int, _ change: (inout JSONNode) -> Outcome?) -> Outcome? {
        let place = place(of: index)
        let outcome = change(&pieces[place.piece][place.offset])
        deepen(for: pieces[place.piece][place.offset])
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
        let place = index == count - 1 ? (piece: last, offset: pieces[last].count) : place(of: index)
        if pieces[place.piece].count < Self.longestPiece {
            pieces[place.piece].insert(node, at: place.offset)
        } else if place.offset == pieces[place.piece].count {
            pieces.append([node])
        } else {
            split(place.piece)
            let middle = pieces[place.piece].count
            let isBehind = place.offset > middle
            pieces[place.piece + (isBehind ? 1 : 0)].insert(node, at: isBehind ? place.offset - middle : place.offset)
        }
    }

    mutating func remove(at index: Int) -> JSONNode {
        let place = place(of: index)
        count -= 1
        let removed = pieces[place.piece].remove(at: place.offset)
        if pieces[place.piece].isEmpty { pieces.remove(at: place.piece) }
        return removed
    }

    /// All of them, in order.
    var nodes: FlattenSequence<[[JSONNode]]> { pieces.joined() }

    /// - Parameter index: Below `count`.
    private func place(of index: Int) -> (piece: Int, offset: Int) {
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
