import CellTypes
import Foundations
import HTTPServing
import HTTPTypes
import Synchronization
import Wire

/// Responses seen before, ready to be sent again without being made, bounded in bytes.
///
/// A response comes in with its second request. Safe from any thread.
final class ResponseCache: Sendable {
    /// A response with its key. Of two keys with one digest the first is found until its response goes.
    private final class Entry: Sendable {
        let key: ResponseKey
        let response: CachedResponse

        init(_ key: ResponseKey, _ response: CachedResponse) {
            self.key = key
            self.response = response
        }
    }

    /// Bytes of an entry beside its key and what it prepares, about: three objects, the parameters of the match, and the tag.
    private static let entryBytes = ClockCache<ResponseDigest, Entry>.entryBytes + 400

    /// The headers that decide about a response.
    private struct Names {
        let ifMatch = HeaderNameSet(.ifMatch)
        let accept = HeaderNameSet(.accept)
        let acceptCellTypes = HeaderNameSet(.acceptCellTypes)
        let acceptEncoding = HeaderNameSet(.acceptEncoding)
        let ifNoneMatch = HeaderNameSet(.ifNoneMatch)
    }

    /// Constants of the type would be tested for being there at each look.
    private let names = Names()

    private let responses: ClockCache<ResponseDigest, Entry>
    private let admission = AdmissionFilter()
    private let generations = Atomic<Int>(0)
    private let registryVersion: @Sendable () -> Int64

    /// - Parameters:
    ///   - capacity: Bytes of memory; 0 keeps nothing.
    ///   - registryVersion: The version of the cell types now. It is asked for with each request.
    init(capacity: Int, registryVersion: @escaping @Sendable () -> Int64) {
        self.registryVersion = registryVersion
        responses = ClockCache(limit: capacity)
    }

    /// Hits and misses so far, and bytes held now.
    var counts: CacheCounts { responses.counts }

    /// The response to a request that was seen before and is still true; with a conditional request also 304. All of them are JSON. The
    /// request then knows its match.
    func response(to request: inout Request) -> Response? {
        let (method, sent) = (request.method, request.head.names)
        guard method == .get || method == .head else { return nil }
        // The access rules refuse these.
        if Request.mayNameSite(sent), request.isLoadOfOtherSite { return nil }
        if sent.mayContain(names.ifMatch), request.headers[.ifMatch] != nil { return nil }
        if sent.mayContain(names.accept), !request.takes(MediaType.json) { return nil }
        var accepted: AcceptedCellTypes?
        if sent.mayContain(names.acceptCellTypes), let value = request.headers[.acceptCellTypes] {
            // A malformed value is refused by the reader of the list.
            guard let types = AcceptedCellTypes(parsing: value) else { return nil }
            accepted = types
        }
        let acceptsGzip = sent.mayContain(names.acceptEncoding) && ContentCoding.acceptsGzip(request)
        let variant = ResponseVariant(acceptsGzip: acceptsGzip, registry: registryVersion(), accepted: accepted)
        guard let cached = find(request, variant) else { return nil }
        request.match = cached.match
        guard sent.mayContain(names.ifNoneMatch) else { return Response(status: .ok, body: .prepared(cached.prepared)) }
        return ReadResponse.conditional(request, tag: cached.tag, prepared: cached.prepared)
    }

    private func find(_ request: Request, _ variant: ResponseVariant) -> CachedResponse? {
        var found: CachedResponse?
        request.head.withTarget { target in
            let generation = generation
            let entry = responses.find(ResponseDigest(target: target, variant)) {
                $0.response.generation == generation && $0.response.isCurrent
            }
            if let entry, entry.key.isKey(of: target, variant) { found = entry.response }
        }
        return found
    }

    /// Offers a response; it is kept if its key was offered before.
    func offer(_ response: @autoclosure () -> CachedResponse, for key: ResponseKey) {
        guard admission.admits(key.digest.spread) else { return }
        let response = response()
        responses.insert(Entry(key, response), for: key.digest, cost: response.prepared.byteCount + key.byteCount + Self.entryBytes)
    }

    /// How often the cache was emptied.
    var generation: Int { generations.load(ordering: .acquiring) }

    /// Lets go of everything, since other headers hold from now on.
    func clear() {
        generations.wrappingAdd(1, ordering: .acquiringAndReleasing)
        responses.removeAll()
    }
}
