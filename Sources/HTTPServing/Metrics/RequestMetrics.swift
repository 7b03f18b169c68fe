import HTTPTypes
import Synchronization

/// Counts requests by route and status, how long they take and what they send.
///
/// A response costs a short lock on one of eight tables. Any thread may use it.
public final class RequestMetrics: ResponseObserver, MetricSource {
    private typealias Kind = RequestTallies.Kind

    private final class Shard: Sendable {
        let tallies = Mutex(RequestTallies())
    }

    private static let methods: [HTTPRequest.Method] = [.get, .head, .put, .post, .patch, .delete, .options]

    private let shards: [Shard]
    /// The bytes that streams have sent.
    private let streams = Mutex<[Kind: StreamByteCount]>([:])

    public init() {
        shards = (0..<8).map { _ in Shard() }
    }

    public func answered(_ request: Request, _ response: Response, _ info: ResponseInfo) {
        tally(request, response, info) { $0.add(bytes: info.bytes, microseconds: info.microseconds) }
    }

    public func streamBytes(_ request: Request, _ response: Response, _ info: ResponseInfo) -> StreamByteCount? {
        let kind = Self.kind(request, response, info)
        return streams.withLock { streams in
            if let count = streams[kind] { return count }
            let count = StreamByteCount()
            streams[kind] = count
            return count
        }
    }

    private static func kind(_ request: Request, _ response: Response, _ info: ResponseInfo) -> Kind {
        Kind(route: info.route?.number, method: methods.firstIndex(of: request.method), status: response.status.code)
    }

    private func tally(_ request: Request, _ response: Response, _ info: ResponseInfo, _ change: (inout RequestTally) -> Void) {
        let kind = Self.kind(request, response, info)
        let shard = shards[request.head.spread & (shards.count - 1)]
        shard.tallies.withLock { $0.change(kind, of: info.route, change) }
    }

    public func write(to text: inout MetricText) {
        var all: [Kind: RequestTally] = [:]
        for shard in shards {
            for (kind, tally) in shard.tallies.withLock({ $0.all }) { all[kind, default: RequestTally(route: tally.route)].add(tally) }
        }
        for (kind, count) in streams.withLock({ $0 }) { all[kind]?.add(bytes: count.value) }
        var routes: [Kind: RequestTally] = [:]
        for (kind, tally) in all {
            routes[Kind(route: kind.route, method: kind.method, status: 0), default: RequestTally(route: tally.route)].add(tally)
        }
        text.begin("sectional_http_requests_total", .counter, "Requests answered, by route and status.")
        for (kind, tally) in sorted(all) {
            text.sample("sectional_http_requests_total", tally.count, labels(kind, tally.route) + [("status", String(kind.status))])
        }
        text.begin("sectional_http_response_bytes_total", .counter, "Bytes of bodies sent; of a stream as they are sent.")
        for (kind, tally) in sorted(routes) { text.sample("sectional_http_response_bytes_total", tally.bytes, labels(kind, tally.route)) }
        let name = "sectional_http_request_duration_seconds"
        text.begin(name, .histogram, "Seconds from a request's arrival until its answer was made.")
        for (kind, tally) in sorted(routes) {
            var below = 0
            for (bound, count) in zip(RequestTally.bounds, tally.buckets) {
                below += count
                text.sample(name + "_bucket", below, labels(kind, tally.route) + [("le", "\(Double(bound) / 1_000_000)")])
            }
            text.sample(name + "_bucket", tally.count, labels(kind, tally.route) + [("le", "+Inf")])
            text.sample(name + "_sum", Double(tally.microseconds) / 1_000_000, labels(kind, tally.route))
            text.sample(name + "_count", tally.count, labels(kind, tally.route))
        }
    }

    private func labels(_ kind: Kind, _ route: String?) -> [MetricText.Label] {
        [("method", kind.method.map { Self.methods[$0].rawValue } ?? "other"), ("route", route ?? "none")]
    }

    private func sorted(_ tallies: [Kind: RequestTally]) -> [(key: Kind, value: RequestTally)] {
        func order(_ kind: Kind) -> (Int, Int, Int) { (kind.route ?? .max, kind.method ?? .max, kind.status) }
        return tallies.sorted { order($0.key) < order($1.key) }
    }
}
