import HTTPServing
import Lists
import Ports

/// A 200 response with what it takes to know whether it is still true. An object, so that a hit of the cache copies one reference.
final class CachedResponse: Sendable {
    let prepared: PreparedResponse
    /// The route of requests for it.
    let match: RouteMatch?
    /// Its entity tag, without an encoding.
    let tag: String
    let version: Int64
    /// Whether the request named the version, so that the response stays true when the list moves on.
    let isPinned: Bool
    let watch: ListWatch
    /// The cache's ``ResponseCache/generation`` before it was made: once that has changed, other headers hold.
    let generation: Int

    init(
        prepared: PreparedResponse, match: RouteMatch?, tag: String, version: Int64, isPinned: Bool, watch: ListWatch, generation: Int
    ) {
        self.prepared = prepared
        self.match = match
        self.tag = tag
        self.version = version
        self.isPinned = isPinned
        self.watch = watch
        self.generation = generation
    }

    /// The oldest version of the history is checked here, before the cache answers: a version that left it is gone for everybody.
    var isCurrent: Bool {
        guard let newest = watch.newest else { return false }
        return isPinned ? watch.oldest <= version && version <= newest : newest == version
    }
}
