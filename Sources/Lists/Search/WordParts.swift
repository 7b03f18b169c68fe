import Foundations

/// Words with the items that have them, in any order, before they are put in order. A word takes eight bytes beside its own.
struct WordParts {
    /// The most bytes of a word, and the most items.
    private static let (lengthBits, itemBits): (UInt64, UInt64) = (9, 6)

    private var bytes: [UInt8] = []
    /// The offset, the length and the item of each word.
    private var parts: [UInt64] = []

    /// Adds the words of an item, each once.
    mutating func add(_ words: FoldedWords, item: Int) {
        words.bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            var found = words.ends.map { end in
                defer { start = end }
                return UnsafeBufferPointer(rebasing: bytes[start..<end])
            }
            found.sort { LeafWords.order($0, $1) < 0 }
            for (index, word) in found.enumerated() where index == 0 || LeafWords.order(found[index - 1], word) != 0 {
                add(word, item: item)
            }
        }
    }

    /// Adds a word that an item has.
    mutating func add(_ word: some Collection<UInt8>, item: Int) {
        let length = UInt64(min(word.count, (1 << Self.lengthBits) - 1))
        let offset = UInt64(bytes.count) << (Self.lengthBits + Self.itemBits)
        parts.append(offset | length << Self.itemBits | UInt64(item & 63))
        bytes.append(contentsOf: word.prefix(Int(length)))
    }

    /// Hands out the words in order, equal ones by their items.
    consuming func forEachInOrder(_ body: (UnsafeBufferPointer<UInt8>, _ item: UInt8) -> Void) {
        var parts = parts
        self.parts = []
        bytes.withUnsafeBufferPointer { bytes in
            func word(_ part: UInt64) -> UnsafeBufferPointer<UInt8> {
                let start = Int(part >> (Self.lengthBits + Self.itemBits))
                let length = Int(part >> Self.itemBits & ((1 << Self.lengthBits) - 1))
                return UnsafeBufferPointer(rebasing: bytes[start..<(start + length)])
            }
            parts.sort { first, second in
                let order = LeafWords.order(word(first), word(second))
                return order == 0 ? first & 63 < second & 63 : order < 0
            }
            for part in parts { body(word(part), UInt8(truncatingIfNeeded: part & 63)) }
        }
    }
}
