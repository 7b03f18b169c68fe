import Caching
import HTTPServing

/// What decides which response a GET gets, beside the list's version. Its parts are hashed once.
struct ResponseKey: CacheKey {
    let target: RequestTarget
    let acceptsGzip: Bool
    /// The hash of both.
    let digest: Int

    init(target: RequestTarget, acceptsGzip: Bool) {
        self.target = target
        self.acceptsGzip = acceptsGzip
        var hasher = Hasher()
        hasher.combine(target)
        hasher.combine(acceptsGzip)
        digest = hasher.finalize()
    }

    var spread: UInt64 { UInt64(truncatingIfNeeded: digest) }

    static func == (left: Self, right: Self) -> Bool {
        left.digest == right.digest && left.acceptsGzip == right.acceptsGzip && left.target == right.target
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
