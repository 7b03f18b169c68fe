/// Matches the items of a replacement that bring no id with old ones of equal value (contract, section 3).
///
/// Between a section and the old one that it continues, equal beginnings and ends match first. Then the longest common order of the items
/// between them does or, where these are many, the k-th of equal values with the k-th. Those that are left match equal ones anywhere, the
/// k-th with the k-th. The outcome depends on values and positions alone, wherever the items are kept.
package enum ValueMatch {
    /// The most items on either side, equal ends aside, whose longest common order is found.
    package static let exactLimit = 16_384

    /// - Parameters:
    ///   - sections: For each proposed section, the index of the old one that it continues.
    ///   - new: The positions of a proposed section's items.
    ///   - old: The positions of each old section's items.
    package static func match(
        _ sections: [Int?], new: (Int) -> Range<Int>, old: [Range<Int>], in items: some UnmatchedItems
    ) throws {
        var budget = CommonOrder.Budget()
        var isContinued = [Bool](repeating: false, count: old.count)
        for (index, match) in sections.enumerated() {
            guard let match else {
                try items.leave(UnmatchedRanges(new: new(index), old: 0..<0))
                continue
            }
            isContinued[match] = true
            let rest = try matchEnds(UnmatchedRanges(new: new(index), old: old[match]), in: items)
            if !rest.new.isEmpty, !rest.old.isEmpty, try !matchExactly(rest, in: items, &budget) {
                try items.read(rest, .byValue) { new, old in try matchEqual(new, old, in: items) }
            }
            try items.leave(rest)
        }
        for (index, range) in old.enumerated() where !isContinued[index] { try items.leave(UnmatchedRanges(new: 0..<0, old: range)) }
        try items.readLeft { new, old in try matchEqual(new, old, in: items) }
    }

    /// Matches items equally far from the beginning, and from the end, while their values are equal.
    ///
    /// - Returns: The positions between them on both sides.
    private static func matchEnds(_ ranges: UnmatchedRanges, in items: some UnmatchedItems) throws -> UnmatchedRanges {
        var rest = ranges
        for order in [UnmatchedOrder.forwards, .backwards] where !rest.new.isEmpty && !rest.old.isEmpty {
            try items.read(rest, order) { nextNew, nextOld in
                while let new = try nextNew(), let old = try nextOld(), new.digest == old.digest {
                    try items.pair(new: new.position, old: old.position)
                    if order == .forwards {
                        rest = UnmatchedRanges(new: (new.position + 1)..<rest.new.upperBound, old: (old.position + 1)..<rest.old.upperBound)
                    } else {
                        rest = UnmatchedRanges(new: rest.new.lowerBound..<new.position, old: rest.old.lowerBound..<old.position)
                    }
                }
            }
        }
        return rest
    }

    /// Matches the longest common order of two ranges.
    ///
    /// - Returns: Whether they are short enough; if not, nothing is matched.
    private static func matchExactly(
        _ ranges: UnmatchedRanges, in items: some UnmatchedItems, _ budget: inout CommonOrder.Budget
    ) throws -> Bool {
        var (new, old): ([UnmatchedItem], [UnmatchedItem]) = ([], [])
        var isShort = true
        try items.read(ranges, .forwards) { nextNew, nextOld in
            isShort = try collect(nextNew, into: &new, items.exactLimit) && collect(nextOld, into: &old, items.exactLimit)
        }
        guard isShort else { return false }
        for pair in CommonOrder.pairs(old.map(\.digest), new.map(\.digest), &budget) {
            try items.pair(new: new[pair.new].position, old: old[pair.old].position)
        }
        return true
    }

    /// - Returns: Whether there are no more than a limit.
    private static func collect(_ next: UnmatchedItems.Next, into items: inout [UnmatchedItem], _ limit: Int) throws -> Bool {
        while let item = try next() {
            guard items.count < limit else { return false }
            items.append(item)
        }
        return true
    }

    /// Matches the k-th of equal values with the k-th, where both sides come by value.
    private static func matchEqual(
        _ nextNew: UnmatchedItems.Next, _ nextOld: UnmatchedItems.Next, in items: some UnmatchedItems
    ) throws {
        var (first, second) = (try nextNew(), try nextOld())
        while let new = first, let old = second {
            if new.digest == old.digest {
                try items.pair(new: new.position, old: old.position)
                (first, second) = (try nextNew(), try nextOld())
            } else if new.digest < old.digest {
                first = try nextNew()
            } else {
                second = try nextOld()
            }
        }
    }
}
