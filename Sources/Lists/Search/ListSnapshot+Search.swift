import Foundations

extension ListSnapshot {
    /// Finds the items that have all words of a query, in the order of the list.
    ///
    /// It looks at the words of one leaf after the other, those that the cache has and those that it makes: the first search of a list reads
    /// all its values, later ones none but those of leaves that were written since. It ends once the page and the count are known.
    ///
    /// - Parameters:
    ///   - range: The page, counted among the items that are found.
    ///   - work: Bounds it.
    /// - Throws: ``SearchWork/TooLong``; the errors of the storage.
    public func search(
        _ query: WordQuery, in fields: SearchFields, range: Range<Int>, _ cache: some LeafWordsCache, within work: SearchWork = SearchWork()
    ) throws -> SearchOutcome {
        guard !query.words.isEmpty else {
            var outcome = SearchOutcome()
            outcome.items = try items(in: range)
            outcome.found = itemCount
            return outcome
        }
        var walk = SearchWalk(query: query, fields: fields, range: range, storage: storage, cache: cache, work: work, itemCount: itemCount)
        var index = 0
        try head.sections.forEach(in: 0..<sectionCount, of: storage) { section in
            if let root = section.items.root, !walk.isOver { try walk.visit(root, section: index) }
            walk.leave(section.itemCount)
            index += 1
        }
        return walk.outcome
    }
}

/// The walk of a search over the leaves of a list.
private struct SearchWalk<Cache: LeafWordsCache> {
    /// The most bytes of words that are joined: beyond it they are not worth it.
    private static var mostJoined: Int { 1 << 20 }

    let query: WordQuery
    let fields: SearchFields
    let range: Range<Int>
    let storage: any ListStorage
    let cache: Cache
    var work: SearchWork
    private(set) var outcome = SearchOutcome()
    private(set) var isOver = false
    private var entries = 0
    private let itemCount: Int
    /// Items before the section, and rows of it before the leaf.
    private var start = 0
    private var row = 0

    init(
        query: WordQuery, fields: SearchFields, range: Range<Int>, storage: any ListStorage, cache: Cache, work: SearchWork, itemCount: Int
    ) {
        self.query = query
        self.fields = fields
        self.range = range
        self.storage = storage
        self.cache = cache
        self.work = work
        self.itemCount = itemCount
    }

    /// Ends a section.
    mutating func leave(_ itemCount: Int) {
        start += itemCount
        row = 0
    }

    /// Looks at the leaves below a branch. A leaf whose words are known is not read, nor one of a node whose words leave it out.
    mutating func visit(_ branch: TreeBranch, section: Int) throws {
        guard !isOver else { return }
        if let words = cache.words(ofLeaf: branch.key, in: fields) {
            try work.take(SearchWork.knownLeaf)
            return try words.isOfLeaves ? visit(query.look(at: words).items, of: branch, section) : look(at: words, of: branch, section)
        }
        let node = try storage.itemNode(branch.key)
        switch node.content {
        case .inner(let branches) where node.height == 1: try visit(branches, of: branch, section)
        case .inner(let branches): for branch in branches { try visit(branch, section: section) }
        case .leaf(let elements): try look(at: words(of: elements, branch), of: branch, section)
        }
    }

    /// Looks at all leaves of a node, and joins their words for later searches.
    private mutating func visit(_ leaves: [TreeBranch], of branch: TreeBranch, _ section: Int) throws {
        var known: [LeafWords] = []
        var bytes = 0
        for leaf in leaves where !isOver {
            let words: LeafWords
            if let kept = cache.words(ofLeaf: leaf.key, in: fields) {
                try work.take(SearchWork.knownLeaf)
                words = kept
            } else {
                words = try self.words(of: OrderedTree<ItemEntry>.elements(ofLeaf: leaf, in: storage), leaf)
            }
            bytes += words.byteCount
            if bytes <= Self.mostJoined { known.append(words) }
            try look(at: words, of: leaf, section)
        }
        guard known.count == leaves.count else { return }
        try work.take(SearchWork.join)
        cache.keep(LeafWords(joining: known), ofLeaf: branch.key, in: fields)
    }

    /// Looks at some leaves of a node.
    ///
    /// - Parameter leaves: Bits of those that may have an item.
    private mutating func visit(_ leaves: UInt64, of branch: TreeBranch, _ section: Int) throws {
        guard leaves != 0 else { return row += branch.count }
        guard case .inner(let branches) = try storage.itemNode(branch.key).content else { throw NodeCorruption() }
        for (index, leaf) in branches.enumerated() {
            if leaves & (1 << UInt64(index)) != 0 { try visit(leaf, section: section) } else { row += leaf.count }
        }
    }

    /// Makes the words of a leaf, and keeps them.
    private mutating func words(of elements: [ItemEntry], _ leaf: TreeBranch) throws -> LeafWords {
        try work.begin()
        var words = WordParts()
        try storage.readItems(elements.map(\.revision)) { index, item in
            try work.take(SearchWork.item + item.value.count)
            var found = FoldedWords()
            try fields.appendWords(of: item.value.assumingMemoryBound(to: UInt8.self), to: &found)
            words.add(found, item: index)
        }
        let made = LeafWords(words, count: elements.count)
        cache.keep(made, ofLeaf: leaf.key, in: fields)
        return made
    }

    private mutating func look(at words: LeafWords, of branch: TreeBranch, _ section: Int) throws {
        let (items, entries) = query.look(at: words)
        let shown = range.clamped(to: outcome.found..<(outcome.found + items.nonzeroBitCount))
        if !shown.isEmpty { try show(items, shown, of: branch, section) }
        outcome.found += items.nonzeroBitCount
        self.entries += entries
        row += branch.count
        guard start + row < itemCount else { return }
        if outcome.found > max(SearchOutcome.countLimit, range.upperBound) {
            (isOver, outcome.isExhaustive) = (true, false)
        } else if self.entries >= SearchOutcome.entryLimit {
            (isOver, outcome.isExhaustive, outcome.isComplete) = (true, false, false)
        }
    }

    /// Adds the items of a leaf that the page shows.
    private mutating func show(_ items: UInt64, _ shown: Range<Int>, of branch: TreeBranch, _ section: Int) throws {
        let elements = try OrderedTree<ItemEntry>.elements(ofLeaf: branch, in: storage)
        var number = outcome.found
        var left = items
        while left != 0 {
            let index = left.trailingZeroBitCount
            left &= left - 1
            if shown.contains(number), index < elements.count {
                let indexPath = IndexPath(section: section, row: row + index)
                outcome.items.append(Item(entry: elements[index], indexPath: indexPath, position: start + row + index))
            }
            number += 1
        }
    }
}
