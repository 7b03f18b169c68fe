import Foundations

/// The words of the items in one leaf of a list, by word, each with the items that have it. Immutable, as the leaf is. Or those of the leaves
/// below a node that is above leaves.
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

    /// Whether its items are leaves.
    let isOfLeaves: Bool

    /// - Parameters:
    ///   - words: Those of all items.
    ///   - count: How many items there are.
    init(_ words: consuming WordParts, count: Int, isOfLeaves: Bool = false) {
        var writer = BlockWriter()
        words.forEachInOrder { word, item in writer.append(word, item) }
        writer.endWord()
        (bytes, blocks) = (writer.bytes, writer.blocks)
        self.count = min(count, Self.mostItems)
        self.isOfLeaves = isOfLeaves
    }

    /// The words of all leaves below one node, each with the leaves that have it.
    convenience init(joining leaves: [LeafWords]) {
        var words = WordParts()
        for (index, leaf) in leaves.enumerated() {
            leaf.forEachWord { words.add($0, item: index) }
        }
        self.init(words, count: leaves.count, isOfLeaves: true)
    }

    private func forEachWord(_ body: ([UInt8]) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = BlockReader(bytes: bytes, position: 0)
            var word: [UInt8] = []
            while reader.next() {
                word.removeSubrange(min(reader.shared, word.count)...)
                word += reader.rest
                body(word)
            }
        }
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
        private var word: [UInt8] = []
        /// The items that have the word; empty before the first one.
        private var items: [UInt8] = []
        private var previous: [UInt8] = []
        private var wordCount = 0

        mutating func append(_ next: UnsafeBufferPointer<UInt8>, _ item: UInt8) {
            if !items.isEmpty, word.withUnsafeBufferPointer({ LeafWords.order($0, next) == 0 }) {
                if items.last != item { items.append(item) }
                return
            }
            endWord()
            word.removeAll(keepingCapacity: true)
            word += next
            items.append(item)
        }

        mutating func endWord() {
            guard !items.isEmpty else { return }
            var shared = 0
            if wordCount % LeafWords.blockLength == 0 {
                blocks.append(UInt32(truncatingIfNeeded: bytes.count))
            } else {
                shared = previous.withUnsafeBufferPointer { first in
                    word.withUnsafeBufferPointer { min(LeafWords.sharedCount(first, $0), 255) }
                }
            }
            wordCount += 1
            bytes.append(UInt8(truncatingIfNeeded: shared))
            let rest = word.count - shared
            // A word has 256 bytes at most.
            bytes.append(UInt8(truncatingIfNeeded: min(rest, 255)))
            if rest >= 255 { bytes.append(UInt8(truncatingIfNeeded: rest - 255)) }
            bytes += word[shared...]
            bytes.append(UInt8(truncatingIfNeeded: items.count))
            bytes += items
            items.removeAll(keepingCapacity: true)
            swap(&word, &previous)
        }
    }
}
