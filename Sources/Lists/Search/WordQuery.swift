public import Foundations

/// The words that the items of a search have: all of them, the last one perhaps as a beginning.
public struct WordQuery: Sendable {
    /// As UTF-8, folded, in the order of the text.
    public let words: [[UInt8]]
    /// Whether words that begin with the last one count.
    public let endsWithBeginning: Bool

    /// - Parameter text: The words of the text that is looked for.
    public init(_ text: FoldedWords) {
        words = text.words
        endsWithBeginning = text.endsInWord
    }

    /// Looks at a leaf.
    ///
    /// - Returns: The items that have all words, as bits, and how many have the word that the fewest have.
    func look(at leaf: LeafWords) -> (items: UInt64, entries: Int) {
        var items = leaf.allItems
        var entries = items.nonzeroBitCount
        for (index, word) in words.enumerated() {
            let found = leaf.items(having: word, asBeginning: endsWithBeginning && index == words.count - 1)
            entries = min(entries, found.nonzeroBitCount)
            items &= found
            if found == 0 { break }
        }
        return (items, entries)
    }
}
