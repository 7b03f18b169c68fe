/// The difference of two trees: runs of elements that both have, and the elements that one of them has.
///
/// Both frontiers (``DiffFrontier``) are walked side by side, so that what is in both meets soon after it was first seen: what waits for its
/// counterpart is never more than the operations between the trees (and one), since each operation shifts what follows by one index at
/// most. So memory grows with the operations, beside a few words a leaf, and too many are noticed on the way.
struct TreeDifference<Element: TreeElement> {
    /// Neighbours that are neighbours in the other tree, too, in the same order.
    struct Run: Equatable {
        let old: Int
        let new: Int
        var count: Int
    }

    /// An element with its index.
    struct Indexed {
        let index: Int
        let element: Element
    }

    /// Runs of elements of both trees, in any order.
    private(set) var runs: [Run] = []
    /// Elements of the old tree alone, in ascending order of index.
    private(set) var removed: [Indexed] = []
    /// Elements of the new tree alone, in ascending order of index.
    private(set) var added: [Indexed] = []
    /// Elements of both trees that are not equal.
    private(set) var changed: [(old: Indexed, new: Indexed)] = []

    /// - Parameters:
    ///   - limit: The most elements that may be removed, added or moved.
    ///   - changeLimit: The most that may be changed.
    /// - Throws: ``TooManyChanges`` as soon as it is known that one of them is passed; what a storage throws.
    init(
        from old: OrderedTree<Element>, in oldStorage: any NodeStorage, to new: OrderedTree<Element>, in newStorage: any NodeStorage,
        limit: Int, changeLimit: Int
    ) throws {
        guard old.root != new.root else {
            if !old.isEmpty { runs = [Run(old: 0, new: 0, count: old.count)] }
            return
        }
        if limit > 0, changeLimit > 0, try findSingle(old, in: oldStorage, new, in: newStorage) { return }
        let frontiers = try DiffFrontier.pair(old, in: oldStorage, new, in: newStorage)
        var oldCursor = FrontierCursor(frontiers.old)
        var newCursor = FrontierCursor(frontiers.new)
        var waitingOld: [Number: FrontierCursor<Element>.Step] = [:]
        var waitingNew: [Number: FrontierCursor<Element>.Step] = [:]
        var (before, after) = (try oldCursor.next(), try newCursor.next())
        while before != nil || after != nil {
            if let here = before, let there = after, here.name == there.name {
                // Most stand in one order, and wait for nothing.
                match(here, there)
                (before, after) = (try oldCursor.next(), try newCursor.next())
            } else if let here = before, !waitingNew.isEmpty, let there = waitingNew.removeValue(forKey: here.name) {
                match(here, there)
                before = try oldCursor.next()
            } else if let there = after, !waitingOld.isEmpty, let here = waitingOld.removeValue(forKey: there.name) {
                match(here, there)
                after = try newCursor.next()
            } else if let here = before, here.index < after?.index ?? .max {
                waitingOld[here.name] = here
                before = try oldCursor.next()
            } else if let there = after {
                waitingNew[there.name] = there
                after = try newCursor.next()
            }
            guard max(waitingOld.count, waitingNew.count) - 1 <= limit, changed.count <= changeLimit else { throw TooManyChanges() }
        }
        removed = try Self.indexed(waitingOld)
        added = try Self.indexed(waitingNew)
        guard max(removed.count, added.count) <= limit else { throw TooManyChanges() }
    }

    /// Finds the difference where a single element was changed, added or removed within its leaf, as by most writes.
    ///
    /// Both trees are descended side by side, for as long as one branch alone differs. It takes none of the tables that many changes need.
    ///
    /// - Returns: `false` for trees that differ in more.
    private mutating func findSingle(
        _ old: OrderedTree<Element>, in oldStorage: any NodeStorage, _ new: OrderedTree<Element>, in newStorage: any NodeStorage
    ) throws -> Bool {
        guard abs(old.count - new.count) <= 1, var before = old.root, var after = new.root else { return false }
        var start = 0
        while true {
            let nodes = (try Element.node(before.key, in: oldStorage), try Element.node(after.key, in: newStorage))
            switch (nodes.0.content, nodes.1.content) {
            case (.inner(let left), .inner(let right)):
                guard nodes.0.height == nodes.1.height, left.count == right.count,
                    let slot = left.indices.first(where: { left[$0].key != right[$0].key }),
                    !left.indices.contains(where: { $0 > slot && left[$0].key != right[$0].key })
                else { return false }
                for branch in left[..<slot] { start += branch.count }
                (before, after) = (left[slot], right[slot])
            case (.leaf(let left), .leaf(let right)):
                return findSingle(left, right, from: start, tail: old.count - start - left.count)
            case (.leaf, .inner), (.inner, .leaf): return false
            }
        }
    }

    /// As above, of the only leaf that differs.
    ///
    /// - Parameters:
    ///   - start: How many elements come before the leaf.
    ///   - tail: How many come behind it.
    private mutating func findSingle(_ old: [Element], _ new: [Element], from start: Int, tail: Int) -> Bool {
        let shorter = min(old.count, new.count)
        var (prefix, suffix) = (0, 0)
        while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
        while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
        let (before, after) = (old[prefix..<(old.count - suffix)], new[prefix..<(new.count - suffix)])
        guard before.count <= 1, after.count <= 1 else { return false }
        let index = start + prefix
        if let left = before.first, let right = after.first, left.number == right.number {
            changed = [(Indexed(index: index, element: left), Indexed(index: index, element: right))]
            runs = [Run(old: 0, new: 0, count: index + 1 + suffix + tail)]
            return true
        }
        removed = before.map { Indexed(index: index, element: $0) }
        added = after.map { Indexed(index: index, element: $0) }
        runs = [
            Run(old: 0, new: 0, count: index),
            Run(old: index + before.count, new: index + after.count, count: suffix + tail),
        ].filter { $0.count > 0 }
        return true
    }

    private mutating func match(_ old: FrontierCursor<Element>.Step, _ new: FrontierCursor<Element>.Step) {
        if let last = runs.last, last.old + last.count == old.index, last.new + last.count == new.index {
            runs[runs.count - 1].count += old.count
        } else {
            runs.append(Run(old: old.index, new: new.index, count: old.count))
        }
        if let before = old.element, let after = new.element, before != after {
            changed.append((Indexed(index: old.index, element: before), Indexed(index: new.index, element: after)))
        }
    }

    private static func indexed(_ steps: [Number: FrontierCursor<Element>.Step]) throws -> [Indexed] {
        try steps.values.map { step in
            // A shared node is in both frontiers by its definition.
            guard let element = step.element else { throw NodeCorruption() }
            return Indexed(index: step.index, element: element)
        }.sorted { $0.index < $1.index }
    }

    /// The runs that keep their order, as many elements as can, ascending, and those that move past them.
    func order() -> (staying: [Run], moving: [Run]) {
        guard zip(runs, runs.dropFirst()).contains(where: { $0.old > $1.old || $0.new > $1.new }) else { return (runs, []) }
        let ascending = runs.sorted { $0.old < $1.old }
        let staying = HeaviestIncreasingSubsequence.indices(of: ascending.map(\.new), weights: ascending.map(\.count))
        let stays = Set(staying)
        return (staying.map { ascending[$0] }, ascending.indices.lazy.filter { !stays.contains($0) }.map { ascending[$0] })
    }
}
