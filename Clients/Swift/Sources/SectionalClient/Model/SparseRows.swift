/// A run of rows of which some are known. Unknown rows take no memory, however many they are.
///
/// Known rows lie in chunks of at most 512. Reading takes O(log chunks); writing O(chunks + 512), and chunks are as few as the places that
/// somebody has looked at.
struct SparseRows<Element: Sendable>: Sendable {
    private struct Chunk: Sendable {
        var start: Int
        var elements: [Element]
        var end: Int { start + elements.count }
    }

    private static var limit: Int { 512 }

    private(set) var count: Int
    private(set) var knownCount = 0
    /// In order, not overlapping, none empty.
    private var chunks: [Chunk] = []

    init(count: Int) { self.count = max(0, count) }

    /// The first chunk that ends after a row.
    private func firstChunk(endingAfter row: Int) -> Int {
        var low = 0
        var high = chunks.count
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle].end > row { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The element of a row; nil while it is unknown.
    ///
    /// - Precondition: `row` is in `0..<count`.
    subscript(row: Int) -> Element? {
        get {
            precondition(row >= 0 && row < count, "row \(row) of \(count)")
            let index = firstChunk(endingAfter: row)
            guard index < chunks.count, chunks[index].start <= row else { return nil }
            return chunks[index].elements[row - chunks[index].start]
        }
        set {
            precondition(row >= 0 && row < count, "row \(row) of \(count)")
            let index = firstChunk(endingAfter: row)
            let isKnown = index < chunks.count && chunks[index].start <= row
            switch (newValue, isKnown) {
            case (let element?, true): chunks[index].elements[row - chunks[index].start] = element
            case (let element?, false): place(element, at: row, before: index)
            case (nil, true): forget(row, in: index)
            case (nil, false): break
            }
        }
    }

    /// Adds a row; those from `row` on go up by one.
    ///
    /// - Precondition: `row` is in `0...count`.
    mutating func insert(_ element: Element?, at row: Int) {
        precondition(row >= 0 && row <= count, "row \(row) of \(count)")
        count += 1
        let index = firstChunk(endingAfter: row)
        var next = index
        if index < chunks.count, chunks[index].start < row {
            if let element {
                chunks[index].elements.insert(element, at: row - chunks[index].start)
                knownCount += 1
                shift(from: index + 1, by: 1)
                divide(index)
                return
            }
            split(index, at: row)
            next += 1
        }
        shift(from: next, by: 1)
        if let element { place(element, at: row, before: next) }
    }

    /// Takes a row out; those after it go down by one.
    ///
    /// - Precondition: `row` is in `0..<count`.
    @discardableResult
    mutating func remove(at row: Int) -> Element? {
        precondition(row >= 0 && row < count, "row \(row) of \(count)")
        count -= 1
        let index = firstChunk(endingAfter: row)
        guard index < chunks.count, chunks[index].start <= row else {
            shift(from: index, by: -1)
            return nil
        }
        let element = chunks[index].elements.remove(at: row - chunks[index].start)
        knownCount -= 1
        shift(from: index + 1, by: -1)
        if chunks[index].elements.isEmpty { chunks.remove(at: index) }
        return element
    }

    /// Calls `body` with each known row, in order.
    func forEachKnown(_ body: (Int, Element) -> Void) {
        for chunk in chunks {
            for (offset, element) in chunk.elements.enumerated() { body(chunk.start + offset, element) }
        }
    }

    /// Gives each known row what `body` makes of it; nil makes it unknown.
    mutating func updateKnown(_ body: (Int, Element) -> Element?) {
        let old = chunks
        chunks = []
        knownCount = 0
        for chunk in old {
            var isOpen = false
            for (offset, element) in chunk.elements.enumerated() {
                guard let element = body(chunk.start + offset, element) else {
                    isOpen = false
                    continue
                }
                knownCount += 1
                if isOpen {
                    chunks[chunks.count - 1].elements.append(element)
                } else {
                    chunks.append(Chunk(start: chunk.start + offset, elements: [element]))
                    isOpen = true
                }
            }
        }
    }

    // MARK: Chunks

    /// Makes an unknown row known; `index` is the first chunk after it.
    private mutating func place(_ element: Element, at row: Int, before index: Int) {
        knownCount += 1
        if index > 0, chunks[index - 1].end == row, chunks[index - 1].elements.count < Self.limit {
            chunks[index - 1].elements.append(element)
        } else if index < chunks.count, chunks[index].start == row + 1, chunks[index].elements.count < Self.limit {
            chunks[index].elements.insert(element, at: 0)
            chunks[index].start = row
        } else {
            chunks.insert(Chunk(start: row, elements: [element]), at: index)
        }
    }

    /// Makes a known row unknown.
    private mutating func forget(_ row: Int, in index: Int) {
        knownCount -= 1
        if row > chunks[index].start, row + 1 < chunks[index].end { split(index, at: row) }
        let holder = chunks[index].end > row ? index : index + 1
        chunks[holder].elements.remove(at: row - chunks[holder].start)
        if row == chunks[holder].start { chunks[holder].start += 1 }
        if chunks[holder].elements.isEmpty { chunks.remove(at: holder) }
    }

    /// Makes two chunks of one, the second from `row` on.
    private mutating func split(_ index: Int, at row: Int) {
        let cut = row - chunks[index].start
        let tail = Chunk(start: row, elements: Array(chunks[index].elements[cut...]))
        chunks[index].elements.removeSubrange(cut...)
        chunks.insert(tail, at: index + 1)
    }

    private mutating func divide(_ index: Int) {
        guard chunks[index].elements.count > Self.limit else { return }
        split(index, at: chunks[index].start + chunks[index].elements.count / 2)
    }

    private mutating func shift(from index: Int, by distance: Int) {
        for position in chunks.indices.dropFirst(index) { chunks[position].start += distance }
    }
}
