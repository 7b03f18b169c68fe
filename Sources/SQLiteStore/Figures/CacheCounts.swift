/// What a cache has found and not found so far, and what it holds.
public struct CacheCounts: Sendable, Equatable {
    public internal(set) var hits = 0
    public internal(set) var misses = 0
    public internal(set) var bytes = 0
}
