/// The elements of an array, or the members of an object, that some keyword has evaluated, by their index among the parts.
struct EvaluatedParts {
    private var areAll = false
    private var words: [UInt64] = []

    func contains(_ index: Int) -> Bool {
        areAll || (index >> 6 < words.count && words[index >> 6] & 1 << UInt64(index & 63) != 0)
    }

    mutating func insert(_ index: Int) {
        if areAll { return }
        while words.count <= index >> 6 { words.append(0) }
        words[index >> 6] |= 1 << UInt64(index & 63)
    }

    mutating func insertAll() {
        areAll = true
        words = []
    }

    mutating func formUnion(_ other: EvaluatedParts) {
        if other.areAll { insertAll() }
        if areAll { return }
        while words.count < other.words.count { words.append(0) }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    /// Words of memory.
    var size: Int { words.count }
}
