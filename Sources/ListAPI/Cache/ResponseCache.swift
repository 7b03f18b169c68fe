import Caching
import CellTypes
import HTTPServing
import HTTPTypes
import Synchronization
import Wire

/// Responses seen before, ready to be sent again without being made, bounded in bytes.
///
/// A response comes in with its second request. Safe from any thread.
final class ResponseCache: Sendable {
    private let responses: ClockCache<ResponseKey, CachedResponse>
    private let admission = AdmissionFilter()
    private let generations = Atomic<Int>(0)
    private let registryVersion: @Sendable () -> Int64

    /// - Parameters:
    ///   - capacity: Bytes of bodies and headers; 0 keeps nothing.
    ///   - registryVersion: The version of the cell types now. It is asked for with each request.
    init(capacity: Int, registryVersion: @escaping @Sendable () -> Int64) {
        self.registryVersion = registryVersion
        responses = ClockCache(limit: capacity)
    }

    /// What was found and not found so far, and bytes held now.
    var counts: CacheCounts { responses.counts }

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
        let generation = generation
        guard let cached = responses.find(key, isValid: { $0.generation == generation && $0.isCurrent }) else { return nil }
        request.match = cached.match
        return ReadResponse.conditional(request, tag: cached.tag, prepared: cached.prepared)
    }

    /// Offers a response; it is kept if its key was offered before.
    func offer(_ response: @autoclosure () -> CachedResponse, for key: ResponseKey) {
        guard admission.admits(key.digest) else { return }
        let response = response()
        responses.insert(response, for: key, cost: response.prepared.byteCount + key.byteCount)
    }

    /// How often the cache was emptied.
    var generation: Int { generations.load(ordering: .acquiring) }

    /// Lets go of everything, since other headers hold from now on.
    func clear() {
        generations.wrappingAdd(1, ordering: .acquiringAndReleasing)
        responses.removeAll()
    }
}
