/// How one run of elements becomes another: what is removed, what is inserted, what changes in its place.
///
/// What both have in an order that they share stays; it is the longest such order.
struct RunEdit<Element: TreeElement> {
    /// Indices into the old run, ascending.
    private(set) var removed: [Int] = []
    /// Indices into the new run, ascending.
    private(set) var inserted: [Int] = []
    /// Indices into the new run of elements that stay and are not equal to what they were.
    private(set) var changed: [Int] = []

    init(from old: [Element], to new: [Element]) {
        let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.number, $0) })
        var common: [(old: Int, new: Int)] = []
        for (index, element) in new.enumerated() {
            if let place = places[element.number] { common.append((place, index)) }
        }
        let kept = LongestIncreasingSubsequence.indices(of: common.map(\.old)).map { common[$0] }
        removed = Self.indices(below: old.count, without: kept.map(\.old))
        inserted = Self.indices(below: new.count, without: kept.map(\.new))
        changed = kept.filter { old[$0.old] != new[$0.new] }.map(\.new)
        let count = removed.count + inserted.count + changed.count
        isRebuild = kept.isEmpty || (count > TreeShape.maximum && count > new.count / 8)
    }

    /// Whether the new run is better built anew than reached step by step.
    let isRebuild: Bool

    private static func indices(below end: Int, without kept: [Int]) -> [Int] {
        var indices: [Int] = []
        indices.reserveCapacity(end - kept.count)
        var next = 0
        for index in kept {
            indices += next..<index
            next = index + 1
        }
        return indices + Array(next..<max(next, end))
    }
}

extension OrderedTree {
    /// Removes what an edit removes: all there is, where the run will be built anew.
    mutating func removeOld(_ edit: RunEdit<Element>, in editor: TreeEditor) throws {
        if edit.isRebuild {
            try removeAll(in: editor)
        } else {
            for index in edit.removed.reversed() { try remove(at: index, in: editor) }
        }
    }

    /// Brings in what an edit inserts and changes, after ``removeOld(_:in:)`` on this and on all trees that elements come from.
    mutating func insertNew(_ edit: RunEdit<Element>, from new: [Element], in editor: TreeEditor) throws {
        if edit.isRebuild {
            self = OrderedTree(building: new, owner: owner, in: editor)
        } else {
            for index in edit.inserted { try insert(new[index], at: index, in: editor) }
            for index in edit.changed { try update(at: index, in: editor) { $0 = new[index] } }
        }
    }
}
