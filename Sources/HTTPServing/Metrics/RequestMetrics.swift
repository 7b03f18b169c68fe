import HTTPTypes
import Synchronization

/// Counts requests by route and status, how long they take and what they send.
///
/// A response costs a short lock on one of eight tables. Any thread may use it.
public final class RequestMetrics: ResponseObserver, MetricSource {
    /// The labels of a sample. There are few of these, whatever clients send.
    private struct Kind: Hashable {
        /// The number of the path's pattern; `nil` for a path that leads nowhere.
        let route: Int?
        /// The method's index among those that are told apart; `nil` for any other.
        let method: Int?
        let status: Int
    }

    private struct Entry {
        let kind: Kind
        var tally: RequestTally
        /// The next entry of the same route and method; below zero where there is none.
        let next: Int
    }

    /// Counts, found by route and method, then by status among a few.
    private struct Table {
        private(set) var entries: [Entry] = []
        /// By route and method the entry that was added last; below zero where there is none.
        private var last: [Int] = []

        mutating func add(_ kind: Kind, _ info: ResponseInfo) {
            let slot = ((kind.route ?? -1) + 1) * (RequestMetrics.methods.count + 1) + (kind.method ?? RequestMetrics.methods.count)
            if slot >= last.count { last += repeatElement(-1, count: slot + 1 - last.count) }
            var index = last[slot]
            while index >= 0, entries[index].kind.status != kind.status { index = entries[index].next }
            if index < 0 {
                index = entries.count
                entries.append(Entry(kind: kind, tally: RequestTally(route: info.route?.text), next: last[slot]))
                last[slot] = index
            }
            entries[index].tally.add(bytes: info.bytes, microseconds: info.microseconds)
        }
    }

    private final class Shard: Sendable {
        let table = Mutex(Table())
    }

    private static let methods: [HTTPRequest.Method] = [.get, .head, .put, .post, .patch, .delete, .options]

    private let shards: [Shard]
    /// The bytes that streams have sent.
    private let streams = Mutex<[Kind: StreamByteCount]>([:])

    public init() {
        shards = (0..<8).map { _ in Shard() }
    }

    public func answered(_ request: Request, _ response: Response, _ info: ResponseInfo) {
        let kind = Self.kind(request, response, info)
        shards[request.head.spread & (shards.count - 1)].table.withLock { $0.add(kind, info) }
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

    public func write(to text: inout MetricText) {
        var all: [Kind: RequestTally] = [:]
        for shard in shards {
            for entry in shard.table.withLock({ $0.entries }) {
                all[entry.kind, default: RequestTally(route: entry.tally.route)].add(entry.tally)
            }
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

/// The counts of the requests of one kind.
private struct RequestTally {
    /// Upper bounds of the histogram, in microseconds.
    static let bounds = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 2_500_000, 10_000_000]

    /// The pattern of the requests' path.
    let route: String?
    private(set) var count = 0
    private(set) var bytes = 0
    private(set) var microseconds = 0
    /// Requests by the first bound that they do not pass; those that pass all come last.
    private(set) var buckets = [Int](repeating: 0, count: bounds.count + 1)

    init(route: String?) {
        self.route = route
    }

    /// Bytes of an answer that is counted already.
    mutating func add(bytes: Int) {
        self.bytes &+= bytes
    }

    mutating func add(bytes: Int, microseconds: Int) {
        count += 1
        self.bytes &+= bytes
        self.microseconds &+= microseconds
        buckets[Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count] += 1
    }

    mutating func add(_ other: RequestTally) {
        count += other.count
        bytes &+= other.bytes
        microseconds &+= other.microseconds
        for index in buckets.indices { buckets[index] += other.buckets[index] }
    }
}
