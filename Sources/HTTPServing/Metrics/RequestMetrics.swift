import HTTPTypes
import Synchronization

/// Counts requests by route and status, how long they take and what they send.
///
/// A request costs a walk down the router's tree, two looks at the clock and a short lock on one of eight tables. Any thread may use it.
public final class RequestMetrics: Middleware, MetricSource {
    /// What requests are told apart by. There are few of these, whatever clients send.
    private struct Kind: Hashable {
        /// The path's pattern in the router; `nil` for a path that leads nowhere.
        let place: Int?
        let method: Int?
        let status: Int
    }

    private final class Shard: Sendable {
        let tallies = Mutex<[Kind: RequestTally]>([:])
    }

    private static let methods: [HTTPRequest.Method] = [.get, .head, .put, .post, .patch, .delete, .options]

    private let tree: RouteTree
    private let shards: [Shard]
    private let suspended = Atomic<Int>(0)

    /// - Parameter router: Knows the routes that requests are counted by.
    public init(router: Router) {
        // Without the handlers, one of which may itself show these numbers.
        tree = RouteTree(
            router.routes.map { Route($0.method, $0.pattern, needs: $0.needs) { _, _ in .response(Response(status: .notFound)) } })
        shards = (0..<8).map { _ in Shard() }
    }

    public func respond(to request: Request, next: any Responder) -> Answer {
        let start = ContinuousClock.now
        return counted(next.respond(to: request), request, since: start)
    }

    private func counted(_ answer: Answer, _ request: Request, since start: ContinuousClock.Instant) -> Answer {
        switch answer {
        case .response(let response):
            note(request, response, start)
            return .response(response)
        case .deferred(let begin):
            return .deferred { [self] complete in
                suspended.wrappingAdd(1, ordering: .relaxed)
                begin { [self] makeResponse in
                    suspended.wrappingSubtract(1, ordering: .relaxed)
                    complete { [self] in
                        let response = makeResponse()
                        note(request, response, start)
                        return response
                    }
                }
            }
        case .receiving(let receiver):
            return .receiving(
                MappedReceiver(receiver) { [self] response in
                    note(request, response, start)
                    return response
                } answer: { [self] in
                    counted($0, request, since: start)
                })
        }
    }

    private func note(_ request: Request, _ response: Response, _ start: ContinuousClock.Instant) {
        let (seconds, attoseconds) = start.duration(to: .now).components
        let microseconds = Int(seconds) &* 1_000_000 &+ Int(attoseconds / 1_000_000_000_000)
        let kind = Kind(
            place: tree.place(of: request.target.rawPath), method: Self.methods.firstIndex(of: request.method),
            status: response.status.code)
        // A 304 and the answer to a HEAD have the body of the whole answer, and do not send it.
        let isSent = request.method != .head && response.status != .notModified
        let bytes = isSent ? response.body.byteCount ?? 0 : 0
        let shard = shards[Int(request.id.utf8.last ?? 0) & (shards.count - 1)]
        shard.tallies.withLock { $0[kind, default: RequestTally()].add(bytes: bytes, microseconds: microseconds) }
    }

    public func write(to text: inout MetricText) {
        var all: [Kind: RequestTally] = [:]
        for shard in shards {
            for (kind, tally) in shard.tallies.withLock({ $0 }) { all[kind, default: RequestTally()].add(tally) }
        }
        var routes: [Kind: RequestTally] = [:]
        for (kind, tally) in all { routes[Kind(place: kind.place, method: kind.method, status: 0), default: RequestTally()].add(tally) }
        text.begin("sectional_http_requests_total", .counter, "Requests answered, by route and status.")
        for (kind, tally) in sorted(all) {
            text.sample("sectional_http_requests_total", tally.count, labels(kind) + [("status", String(kind.status))])
        }
        text.begin("sectional_http_response_bytes_total", .counter, "Bytes of bodies sent, streams aside.")
        for (kind, tally) in sorted(routes) { text.sample("sectional_http_response_bytes_total", tally.bytes, labels(kind)) }
        let name = "sectional_http_request_duration_seconds"
        text.begin(name, .histogram, "Seconds from a request's arrival until its answer was made.")
        for (kind, tally) in sorted(routes) {
            var below = 0
            for (bound, count) in zip(RequestTally.bounds, tally.buckets) {
                below += count
                text.sample(name + "_bucket", below, labels(kind) + [("le", "\(Double(bound) / 1_000_000)")])
            }
            text.sample(name + "_bucket", tally.count, labels(kind) + [("le", "+Inf")])
            text.sample(name + "_sum", Double(tally.microseconds) / 1_000_000, labels(kind))
            text.sample(name + "_count", tally.count, labels(kind))
        }
        text.begin("sectional_http_requests_suspended", .gauge, "Requests that wait for the writer, without a thread.")
        text.sample("sectional_http_requests_suspended", suspended.load(ordering: .relaxed))
    }

    private func labels(_ kind: Kind) -> [MetricText.Label] {
        [
            ("method", kind.method.map { Self.methods[$0].rawValue } ?? "other"),
            ("route", kind.place.flatMap(tree.pattern(at:)) ?? "none"),
        ]
    }

    private func sorted(_ tallies: [Kind: RequestTally]) -> [(key: Kind, value: RequestTally)] {
        func order(_ kind: Kind) -> (Int, Int, Int) { (kind.place ?? .max, kind.method ?? .max, kind.status) }
        return tallies.sorted { order($0.key) < order($1.key) }
    }
}
