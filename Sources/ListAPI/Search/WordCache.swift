import Foundations
import HTTPServing
import Lists

/// The words of leaves of all lists that are searched, bounded in bytes. What nobody asks for goes in time.
final class WordCache: LeafWordsCache {
    private struct Key: CacheKey {
        let leaf: NodeKey
        /// ``SearchFields/digest``.
        let fields: Int

        var spread: UInt64 { leaf.spread }
    }

    private let words: ClockCache<Key, LeafWords>

    /// - Parameter capacity: The most bytes.
    init(capacity: Int) {
        words = ClockCache(limit: capacity)
    }

    func words(ofLeaf key: NodeKey, in fields: SearchFields) -> LeafWords? { words[Key(leaf: key, fields: fields.digest)] }

    func keep(_ words: LeafWords, ofLeaf key: NodeKey, in fields: SearchFields) {
        self.words.insert(words, for: Key(leaf: key, fields: fields.digest), cost: words.byteCount + ClockCache<Key, LeafWords>.entryBytes)
    }
}

extension WordCache: MetricSource {
    func write(to text: inout MetricText) {
        let counts = words.counts
        text.write(
            "sectional_search_cache_hits_total", .counter, "Words of leaves, or of all leaves of a node, found in memory.", counts.hits)
        text.write(
            "sectional_search_cache_misses_total", .counter, "Words of leaves, or of all leaves of a node, made anew.", counts.misses)
        text.write("sectional_search_cache_bytes", .gauge, "Bytes of words in memory, about.", counts.cost)
    }
}
