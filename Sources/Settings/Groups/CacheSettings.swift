/// `cache.…`: bytes that caches may hold.
public struct CacheSettings: Sendable, Equatable {
    /// Answers that are ready to be sent.
    public var responses = 32 << 20
    /// Decoded nodes of lists.
    public var nodes = 16 << 20
}
