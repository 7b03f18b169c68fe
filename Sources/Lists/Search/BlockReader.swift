/// Reads the words of a leaf one after the other, and how they stand to one that is looked for.
///
/// A word is not put together: it is known how many bytes of it agree with the one that is looked for.
struct BlockReader {
    /// How a word stands to the one that is looked for.
    enum Order {
        case before, equal
        /// It begins with it and goes on.
        case longer
        case after
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    /// Bytes that the word shares with the one before, and those that follow.
    private(set) var shared = 0
    private(set) var rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Bytes of the word before that agree with the one that is looked for.
    private var agreeing = 0
    /// The items that have the word, as bits.
    private(set) var items: UInt64 = 0

    /// - Parameter position: The offset of a block.
    init(bytes: UnsafeBufferPointer<UInt8>, position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The word that a block begins with.
    static func firstWord(at position: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var reader = BlockReader(bytes: bytes, position: position)
        return reader.next() ? reader.rest : UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Moves to the next word.
    mutating func next() -> Bool {
        guard position < bytes.count else { return false }
        shared = take()
        var length = take()
        if length == 255 { length += take() }
        rest = UnsafeBufferPointer(rebasing: bytes[position..<min(position + length, bytes.count)])
        position += length
        items = 0
        for _ in 0..<take() { items |= 1 << UInt64(truncatingIfNeeded: take() & 63) }
        return true
    }

    private mutating func take() -> Int {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return Int(bytes[position])
    }

    /// Compares the word with one that is looked for. Every word from the block on is compared, in order.
    mutating func order(to word: UnsafeBufferPointer<UInt8>) -> Order {
        // A word that shares more with the one before than that one agreed stands as that one does.
        if shared > agreeing { return agreeing == word.count ? .longer : .before }
        agreeing = shared
        var index = 0
        while index < rest.count, agreeing < word.count, rest[index] == word[agreeing] {
            index += 1
            agreeing += 1
        }
        if agreeing == word.count { return index == rest.count ? .equal : .longer }
        return index == rest.count || rest[index] < word[agreeing] ? .before : .after
    }
}
