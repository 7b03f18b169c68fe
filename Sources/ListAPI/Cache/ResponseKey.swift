import Caching
import CellTypes
import HTTPServing

/// What decides which response a GET gets, beside the list's version. Its parts are hashed once.
struct ResponseKey: CacheKey {
    let target: RequestTarget
    let acceptsGzip: Bool
    /// The version of the cell types that it is shown by: what was made before a type changed is not found any more.
    let registry: Int64
    /// The cell types that the client knows; `nil` where it does not say.
    let accepted: AcceptedCellTypes?
    /// The hash of all.
    let digest: Int

    init(target: RequestTarget, acceptsGzip: Bool, registry: Int64, accepted: AcceptedCellTypes?) {
        self.target = target
        self.acceptsGzip = acceptsGzip
        self.registry = registry
        self.accepted = accepted
        var hasher = Hasher()
        hasher.combine(target)
        hasher.combine(acceptsGzip)
        if let accepted { hasher.combine(accepted) }
        // A number that seldom changes need not be hashed.
        digest = hasher.finalize() ^ Int(truncatingIfNeeded: registry &* 0x9E37_79B9_7F4A_7C1)
    }

    init(target: RequestTarget, acceptsGzip: Bool, _ cells: CellPresentation) {
        self.init(target: target, acceptsGzip: acceptsGzip, registry: cells.registry.version, accepted: cells.accepted)
    }

    var spread: UInt64 { UInt64(truncatingIfNeeded: digest) }

    static func == (left: Self, right: Self) -> Bool {
        left.digest == right.digest && left.acceptsGzip == right.acceptsGzip && left.registry == right.registry
            && left.target == right.target && left.accepted == right.accepted
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// Bytes that the cell types take, about, to be counted with the response.
    var byteCount: Int { accepted?.byteCount ?? 0 }
}
