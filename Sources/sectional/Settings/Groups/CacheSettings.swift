/// `cache.…`: bytes that caches may hold.
struct CacheSettings: Sendable, Equatable {
    /// Answers that are ready to be sent.
    var responses = 32 << 20
    /// Decoded nodes of lists.
    var nodes = 16 << 20
}
