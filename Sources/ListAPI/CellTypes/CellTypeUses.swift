import Foundations
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// `GET /cell-types/{type}/uses`: how many items of the lists have a type as they are now.
///
/// It counts on a thread of the store's own: it reads all leaves of the lists that have had items of the type, and no values. Lists that the
/// token does not reach are left out. The type need not be registered.
struct CellTypeUses {
    /// Lists that are asked for at a time.
    private static let page = 1_000
    /// The most lists that are named.
    private static let mostNamed = 100
    /// How often a list is begun anew whose version has left the history meanwhile.
    private static let mostAttempts = 8
    /// The counts of one token, or of one address where there are no tokens, that run or wait for a thread at once.
    private static let countsOfEach = 4

    private let reader: Reader
    private let senders = UploadSenders(limit: Self.countsOfEach, of: "counts")

    init(reader: Reader) {
        self.reader = reader
    }

    func response(to request: Request, _ path: PathParameters) throws -> PendingResponse {
        let name = try path.cellType()
        _ = try Preconditions(request)
        _ = try Parameters(request, allowing: [])
        try request.requireJSON()
        let permit = try senders.begin(request)
        return .deferred(
            ThreadedResponse(request, .search, in: reader.store, reader.failures) { [request = request.withoutBody] in
                defer { withExtendedLifetime(permit) {} }
                return .response(reader.lateResponse(to: request) { try response(to: request, name) })
            })
    }

    private func response(to request: Request, _ name: String) throws -> Response {
        var counts: [(list: ListID, items: Int)] = []
        var total = 0
        let end = ContinuousClock.now + .seconds(reader.settings.searchSeconds)
        var last: Int64 = 0
        while true {
            let uses = try reader.store.uses(of: name, after: last, limit: Self.page)
            for use in uses {
                last = use.number
                guard request.grant?.reaches(use.list.text) ?? true else { continue }
                let items = try count(use) { try checkDeadline(end, request) }
                guard items > 0 else { continue }
                total += items
                counts.append((use.list, items))
            }
            if uses.count < Self.page { break }
        }
        return response(request, name, total, counts)
    }

    /// The items of the type in a list's head; 0 for a list that is gone.
    private func count(_ use: TypeUse, check: () throws -> Void) throws -> Int {
        let store = reader.store
        for _ in 0..<Self.mostAttempts {
            guard let head = try? store.snapshot(of: use.list, at: nil), head.head.number == use.number else { return 0 }
            let pin = store.pin(head.version, ofList: use.number)
            defer { withExtendedLifetime(pin) {} }
            do {
                var items = 0
                try head.forEachItem(ofType: use.type, newerThan: 0, visit: check) { _ in items += 1 }
                return items
            } catch is MissingRecord where !store.isReadable(head.version, ofList: use.number) {
                continue
            }
        }
        throw ListError(.unavailable, "A list is written faster than it can be looked at.")
    }

    private func checkDeadline(_ end: ContinuousClock.Instant, _ request: Request) throws(ListError) {
        if reader.store.breaksOff { throw ListError(.unavailable, "The server is shutting down.") }
        if ContinuousClock.now >= end { throw ListError(.unavailable, "The count has taken too long.") }
        if request.head.clientHasLeft { throw ListError(.unavailable, "The client has left.") }
    }

    private func response(_ request: Request, _ name: String, _ total: Int, _ counts: [(list: ListID, items: Int)]) -> Response {
        let named = counts.sorted { ($1.items, $0.list) < ($0.items, $1.list) }.prefix(Self.mostNamed)
        var json = JSONWriter()
        json.beginObject()
        json.member("type", name)
        json.member("itemCount", total)
        json.member("listCount", counts.count)
        json.key("lists")
        json.beginArray()
        for (list, items) in named {
            json.beginObject()
            json.member("list", list.text)
            json.member("itemCount", items)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        let headers = [
            Response.Header(.contentType, MediaType.json), Response.Header(.cacheControl, "no-store"),
            reader.settings.vary("Accept-Encoding"),
        ]
        return Response(status: .ok, headers: headers, body: .bytes(json.bytes))
    }
}
