import Foundations

/// The words of the items in one leaf of a list, by word, each with the items that have it. Immutable, as the leaf is.
///
/// Words are stored as the difference to the word before, in blocks that begin with a whole word: about nine bytes a word.
public final class LeafWords: Sendable {
    /// Words of a block.
    private static let blockLength = 16
    /// The most items of a leaf.
    private static let mostItems = 64

    /// For each word: bytes that it shares with the one before, how many follow and these, how many items have it and their rows.
    private let bytes: [UInt8]
    /// The offsets of the blocks.
    private let blocks: [UInt32]
    private let count: Int

    /// - Parameters:
    ///   - words: Those of all items, one item's behind the other's.
    ///   - ends: For each item the number of words up to its last one.
    init(_ words: FoldedWords, ends: [Int]) {
        var writer = BlockWriter()
        words.bytes.withUnsafeBufferPointer { bytes in
            var item = 0
            var start = 0
            var entries: [(word: UnsafeBufferPointer<UInt8>, item: UInt8)] = []
            entries.reserveCapacity(words.ends.count)
            for (index, end) in words.ends.enumerated() {
                while item < ends.count, index >= ends[item] { item += 1 }
                entries.append((UnsafeBufferPointer(rebasing: bytes[start..<end]), UInt8(truncatingIfNeeded: item)))
                start = end
            }
            entries.sort {
                let order = Self.order($0.word, $1.word)
                return order == 0 ? $0.item < $1.item : order < 0
            }
            for entry in entries { writer.append(entry.word, entry.item) }
        }
        writer.endWord()
        bytes = writer.bytes
        blocks = writer.blocks
        count = min(ends.count, Self.mostItems)
    }

    /// Bytes that it takes in memory, about.
    public var byteCount: Int { 112 + bytes.count + 4 * blocks.count }

    /// A bit for each item, by its row in the leaf.
    var allItems: UInt64 { count < Self.mostItems ? (1 << UInt64(count)) - 1 : .max }

    /// The items that have a word, as bits.
    ///
    /// - Parameter asBeginning: Whether words that begin with it count.
    func items(having word: [UInt8], asBeginning: Bool) -> UInt64 {
        bytes.withUnsafeBufferPointer { bytes in
            word.withUnsafeBufferPointer { word in
                var reader = BlockReader(bytes: bytes, position: block(before: word, bytes))
                var items: UInt64 = 0
                while reader.next() {
                    let order = reader.order(to: word)
                    if order == .equal || order == .longer && asBeginning { items |= reader.items }
                    if order == .after || order == .longer && !asBeginning { break }
                }
                return items
            }
        }
    }

    /// The offset of the last block that does not begin behind a word.
    private func block(before word: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.order(BlockReader.firstWord(at: Int(blocks[middle]), bytes), word) <= 0 { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? Int(blocks[low - 1]) : 0
    }

    /// Below 0 where the first stands before the second, 0 where they are equal.
    static func order(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
        let shared = sharedCount(first, second)
        guard shared < first.count, shared < second.count else { return first.count - second.count }
        return Int(first[shared]) - Int(second[shared])
    }

    /// The bytes that two words begin with.
    static func sharedCount(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
        let limit = min(first.count, second.count)
        var shared = 0
        while shared < limit, first[shared] == second[shared] { shared += 1 }
        return shared
    }

    /// Writes words in their order.
    private struct BlockWriter {
        var bytes: [UInt8] = []
        var blocks: [UInt32] = []
        private var word: UnsafeBufferPointer<UInt8>?
        private var items: [UInt8] = []
        private var previous = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        private var wordCount = 0

        mutating func append(_ next: UnsafeBufferPointer<UInt8>, _ item: UInt8) {
            if let word, LeafWords.order(word, next) == 0 {
                if items.last != item { items.append(item) }
                return
            }
            endWord()
            word = next
            items = [item]
        }

        mutating func endWord() {
            guard let word else { return }
            var shared = 0
            if wordCount % LeafWords.blockLength == 0 {
                blocks.append(UInt32(truncatingIfNeeded: bytes.count))
            } else {
                shared = min(LeafWords.sharedCount(previous, word), 255)
            }
            wordCount += 1
            bytes.append(UInt8(truncatingIfNeeded: shared))
            let rest = word.count - shared
            // A word has 256 bytes at most.
            bytes.append(UInt8(truncatingIfNeeded: min(rest, 255)))
            if rest >= 255 { bytes.append(UInt8(truncatingIfNeeded: rest - 255)) }
            bytes.append(contentsOf: word[shared...])
            bytes.append(UInt8(truncatingIfNeeded: items.count))
            bytes.append(contentsOf: items)
            previous = word
            self.word = nil
        }
    }
}
