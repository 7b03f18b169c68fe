import CellTypes
import HTTPServing
import HTTPTypes
import Synchronization
import Wire

/// Responses seen before, ready to be sent again without being made, bounded in bytes.
///
/// A response comes in with its second request, so that pages read once do not push out those that are read again and again; what was
/// not asked for since the hand of the clock came by last goes first (Corbató, "A paging experiment with the Multics system", 1968).
/// Safe from any thread; sixteen locks, each held for a look-up.
final class ResponseCache: Sendable {
    private static let shardCount = 16
    let shards: [Shard]
    private let generations = Atomic<Int>(0)
    private let registryVersion: @Sendable () -> Int64

    /// - Parameters:
    ///   - capacity: Bytes of bodies and headers; 0 keeps nothing.
    ///   - registryVersion: The version of the cell types now. It is asked for with each request.
    init(capacity: Int, registryVersion: @escaping @Sendable () -> Int64) {
        self.registryVersion = registryVersion
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: capacity / Self.shardCount) }
    }

    /// The response to a request that was seen before and is still true; with a conditional request also 304. All of them are JSON. The
    /// request then knows its match.
    func response(to request: inout Request) -> Response? {
        guard request.method == .get || request.method == .head, request.headers[.ifMatch] == nil, request.takes(MediaType.json)
        else { return nil }
        var accepted: AcceptedCellTypes?
        if let value = request.headers[.acceptCellTypes] {
            // What is malformed is refused by who reads the list.
            guard let types = AcceptedCellTypes(parsing: value) else { return nil }
            accepted = types
        }
        let key = ResponseKey(
            target: request.target, acceptsGzip: ContentCoding.acceptsGzip(request), registry: registryVersion(), accepted: accepted)
        guard let cached = shard(of: key).value(for: key) else { return nil }
        request.match = cached.match
        return ReadResponse.conditional(request, tag: cached.tag, prepared: cached.prepared)
    }

    /// Offers a response; it is kept if its key was offered before.
    ///
    /// - Parameter generation: ``generation`` from before the response was made: one that was made before a ``clear()`` is not kept.
    func offer(_ response: @autoclosure () -> CachedResponse, for key: ResponseKey, generation: Int) {
        shard(of: key).offer(response, for: key, generation: generation)
    }

    /// How often the cache was emptied.
    var generation: Int { generations.load(ordering: .acquiring) }

    /// Lets go of everything, since other headers hold from now on.
    func clear() {
        let generation = generations.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        for shard in shards { shard.clear(generation) }
    }

    private func shard(of key: ResponseKey) -> Shard {
        shards[Int(truncatingIfNeeded: UInt(bitPattern: key.digest) >> 7) & (Self.shardCount - 1)]
    }
}
