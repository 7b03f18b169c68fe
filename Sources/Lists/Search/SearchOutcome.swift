/// The outcome of a search.
public struct SearchOutcome: Sendable {
    /// The most items that are counted.
    static let countLimit = 1_000
    /// Entries that are looked at: for each leaf as many as it has items with the rarest of the words.
    static let entryLimit = 100_000

    /// The items of the page, in the order of the list.
    public internal(set) var items: [Item] = []
    /// How many were found; at least as many as the list has up to the page's end, and one.
    public internal(set) var found = 0
    /// Whether the whole list was looked at.
    var isExhaustive = true
    /// Whether nothing that belongs to the page may be missing.
    public internal(set) var isComplete = true

    /// How many items have the words, exactly; `nil` where they are many.
    public var itemCount: Int? { isExhaustive && found <= Self.countLimit ? found : nil }
}
