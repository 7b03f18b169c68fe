/// The keys of all objects that a scanner is inside of, as a stack in which each object's keys are contiguous.
///
/// Up to `directLimit` keys of an object are compared with each other as they come. An object with more is checked when it
/// closes, through a table hashed with the process's random seed: linear in its keys, whatever they are.
struct JSONKeyTable {
    private struct Key {
        var start: Int
        var count: Int
        /// Whether the bytes are in `decoded`, because the key has escapes.
        var isDecoded: Bool
        /// The key's offset in the document.
        var offset: Int
    }

    private static let directLimit = 16

    private var keys: [Key] = []
    private var decoded: [UInt8] = []

    /// How many keys are open; an object remembers it when it opens.
    var count: Int { keys.count }

    /// Takes in a key of the object whose keys start at `base`.
    ///
    /// - Parameter content: the bytes between the key's quotes.
    /// - Returns: `false` when the object is known to have that key already.
    mutating func insert(_ content: Range<Int>, escaped: Bool, base: Int, in document: Span<UInt8>) -> Bool {
        var key = Key(start: content.lowerBound, count: content.count, isDecoded: false, offset: content.lowerBound)
        if escaped {
            key.start = decoded.count
            JSONString.unescape(document.extracting(content), into: &decoded)
            key.count = decoded.count - key.start
            key.isDecoded = true
        }
        if keys.count - base < Self.directLimit {
            for index in base..<keys.count where areEqual(keys[index], key, document) { return false }
        }
        // Most objects have a few keys.
        if keys.capacity == 0 { keys.reserveCapacity(8) }
        keys.append(key)
        return true
    }

    /// Forgets the keys of the object that closes.
    ///
    /// - Returns: the offset of a key that the object has twice, where that was not known yet.
    mutating func close(base: Int, in document: Span<UInt8>) -> Int? {
        let duplicate = keys.count - base > Self.directLimit ? firstDuplicate(from: base, document) : nil
        if !decoded.isEmpty, let first = keys[base...].first(where: { $0.isDecoded }) {
            decoded.removeSubrange(first.start...)
        }
        keys.removeSubrange(base...)
        return duplicate
    }

    private func firstDuplicate(from base: Int, _ document: Span<UInt8>) -> Int? {
        var capacity = 64
        while capacity < (keys.count - base) * 2 { capacity *= 2 }
        var slots = [Int](repeating: -1, count: capacity)
        for index in base..<keys.count {
            var slot = hash(keys[index], document) & (capacity - 1)
            while slots[slot] >= 0 {
                if areEqual(keys[slots[slot]], keys[index], document) { return keys[index].offset }
                slot = (slot + 1) & (capacity - 1)
            }
            slots[slot] = index
        }
        return nil
    }

    private func hash(_ key: Key, _ document: Span<UInt8>) -> Int {
        var hasher = Hasher()
        let text = key.isDecoded ? decoded.span : document
        text.extracting(key.start..<(key.start + key.count)).withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    @inline(__always)
    private func areEqual(_ left: Key, _ right: Key, _ document: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let (leftText, rightText) = (left.isDecoded ? decoded.span : document, right.isDecoded ? decoded.span : document)
        for index in 0..<left.count where leftText[left.start + index] != rightText[right.start + index] { return false }
        return true
    }
}
