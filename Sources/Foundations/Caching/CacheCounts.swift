/// The hits and misses of a cache so far, and the size of its content.
public struct CacheCounts: Sendable, Equatable {
    public var hits: Int
    public var misses: Int
    /// The costs of the values held, together.
    public var cost: Int

    public init(hits: Int = 0, misses: Int = 0, cost: Int = 0) {
        self.hits = hits
        self.misses = misses
        self.cost = cost
    }
}
