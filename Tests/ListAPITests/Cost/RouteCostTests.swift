import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import StoreSuite
import Synchronization
import TestSupport
import Testing
import Wire

@Suite("What each route reads and writes")
struct RouteCostTests {
    private static let small = Result { try CountedList(try #require(ListID("l")), items: 1_000) }
    private static let large = Result { try CountedList(try #require(ListID("l")), items: 1_000_000) }

    /// One request of a route, with places that fit a list.
    struct Ask: Sendable {
        let target: String
        var body: String?
    }

    /// The requests of each route: everything that the router has is here or in ``exceptions``.
    static func asks(of list: CountedList) -> [String: [Ask]] {
        let (items, sections) = (list.itemCount, list.sectionCount)
        let (row, item, far) = (items / 4, "@i\(items - 7)", "@i\(items / 2 - 3)")
        let section = "@s\(sections / 2)"
        func at(_ target: String, _ body: String? = nil) -> Ask { Ask(target: target, body: body) }
        let windows = ["", "?offset=\(items / 3)", "?offset=\(items * 2)", "?after=\(far)", "?before=\(far)", "?around=\(far)"]
        let places = [#""index":3"#, "\"before\":\"\(far)\"", "\"after\":\"0-\(row)\""]
        let puts = ["\(item)", "0-\(row)", "0-\(row)?at=1"].map { at("/lists/l/items/\($0)", "7") }
        func interactions(_ name: String) -> [Ask] {
            ["\(item)/\(name)", "0-\(row)/\(name)", "\(item)/\(name)?at=1"].map { at("/lists/l/items/\($0)", #"{"context":{"a":1}}"#) }
        }
        let short = ["0-\(row)?list=l", "\(sections - 1)-7?list=l", "0-\(row)?list=l&at=1"].map { at("/items/\($0)", "7") }
        let operations = [
            #"{"op":"insertItem","section":"@s1","item":{"value":1}}"#, "{\"op\":\"updateItem\",\"item\":\"\(item)\",\"value\":7}",
            "{\"op\":\"patchItem\",\"item\":\"0-\(row)\",\"merge\":{\"a\":1}}", "{\"op\":\"deleteItem\",\"item\":\"0-\(row + 1)\"}",
            "{\"op\":\"moveItem\",\"item\":\"\(far)\",\"to\":[1,0]}", #"{"op":"insertSection","section":{},"after":"@s1"}"#,
            "{\"op\":\"updateSection\",\"section\":\"\(section)\",\"merge\":{\"header\":1}}",
            "{\"op\":\"moveSection\",\"section\":\"\(section)\",\"index\":0}",
        ]
        // Moves that take each other back: what is compared is what they touched.
        let cancelling =
            "{\"op\":\"moveItem\",\"item\":\"0-\(row)\",\"to\":[1,0]},{\"op\":\"moveItem\",\"item\":\"0-\(row)\",\"to\":[0,\(row)]}"
        return [
            "GET /lists": [at("/lists"), at("/lists?prefix=l&limit=1")],
            "GET /lists/{list}": [at("/lists/l"), at("/lists/l?at=1")],
            "PATCH /lists/{list}": [at("/lists/l", #"{"title":"x"}"#)],
            "DELETE /lists/{list}": [at("/lists/l")],
            "GET /lists/{list}/changes": [at("/lists/l/changes?since=1"), at("/lists/l/changes?since=0&max=1")],
            "POST /lists/{list}/revert": [at("/lists/l/revert", #"{"to":1}"#), at("/lists/l/revert", #"{"to":2}"#)],
            "GET /lists/{list}/versions": [at("/lists/l/versions"), at("/lists/l/versions?before=\(items)&limit=500")],
            "GET /lists/{list}/view": [at("/lists/l/view")],
            "GET /lists/{list}/sections": [
                at("/lists/l/sections?limit=5"), at("/lists/l/sections?limit=5&offset=\(sections / 2 - 2)&items=9"),
            ],
            "POST /lists/{list}/sections": ["", ",\"index\":2", ",\"after\":\"\(section)\""].map {
                at("/lists/l/sections", "{\"section\":{\"items\":[{\"value\":1}]}\($0)}")
            },
            "POST /lists/{list}/batch": (operations + [cancelling]).flatMap {
                [at("/lists/l/batch", "{\"operations\":[\($0)]}"), at("/lists/l/batch", "{\"at\":1,\"operations\":[\($0)]}")]
            },
            "GET /lists/{list}/sections/{section}": [at("/lists/l/sections/\(section)"), at("/lists/l/sections/\(sections - 1)")],
            "PATCH /lists/{list}/sections/{section}": [at("/lists/l/sections/\(section)", #"{"header":1}"#)],
            "POST /lists/{list}/sections/{section}/move": [#"{"index":0}"#, #"{"after":"@s1"}"#, "{\"before\":\(sections - 1)}"].map {
                at("/lists/l/sections/\(section)/move", $0)
            },
            "GET /lists/{list}/sections/{section}/items": windows.map { at("/lists/l/sections/@s0/items\($0)") },
            "POST /lists/{list}/sections/{section}/items": places.flatMap { place in
                [#""item":{"value":1}"#, #""items":[{"id":"x","value":1},{"id":"y","value":2}]"#].map {
                    at("/lists/l/sections/0/items", "{\($0),\(place)}")
                }
            },
            "GET /lists/{list}/items": (windows + ["?offset=\(items - 50)"]).map { at("/lists/l/items\($0)") },
            "GET /lists/{list}/items/{item}": [
                at("/lists/l/items/\(item)"), at("/lists/l/items/0-\(row)"), at("/lists/l/items/\(item)?at=1"),
            ],
            "PUT /lists/{list}/items/{item}": puts,
            "PATCH /lists/{list}/items/{item}": puts,
            "DELETE /lists/{list}/items/{item}": puts.map { at($0.target) },
            "POST /lists/{list}/items/{item}/move": ["{\"to\":[0,\(row)]}", "{\"before\":\"\(far)\"}", "{\"after\":\"\(sections - 1)-3\"}"]
                .map {
                    at("/lists/l/items/\(item)/move", $0)
                },
            "POST /lists/{list}/items/{item}/select": interactions("select"),
            "POST /lists/{list}/items/{item}/deselect": interactions("deselect"),
            "POST /lists/{list}/items/{item}/actions/{name}": interactions("actions/archive"),
            "GET /lists/{list}/interactions": [
                at("/lists/l/interactions"), at("/lists/l/interactions?after=\(items)&limit=500"), at("/lists/l/interactions?last=500"),
            ],
            "GET /items/{indexPath}": short.map { at($0.target) },
            "PUT /items/{indexPath}": short,
            "PATCH /items/{indexPath}": short,
        ]
    }

    /// Routes whose cost is that of what they show or replace, and why.
    static let exceptions = [
        "PUT /lists/{list}": "the body is the whole list",
        "GET /lists/{list}/export": "the answer is the whole list",
        "GET /lists/{list}/search": "the first search of a list reads all of it",
        "GET /lists/{list}/geometry": "the answer has every item's cell",
        "GET /lists/{list}/events": "the answer does not end, and each event costs what its changes do",
        "GET /events": "as above",
        "DELETE /lists/{list}/sections/{section}": "each of its items leaves a place behind",
        "GET /cell-types/{type}/uses": "every item of the type is counted",
        "PUT /cell-types/{type}": "a schema is held against the items of its type",
    ]

    /// Routes that no list has a part in.
    static let aboutNoList = [
        "GET /", "GET /ui/{file}", "GET /healthz", "GET /readyz", "GET /me", "GET /metrics", "GET /openapi.yaml", "GET /openapi.json",
        "GET /problems/{slug}", "GET /webhooks",
        "POST /webhooks", "GET /webhooks/{id}", "PATCH /webhooks/{id}", "DELETE /webhooks/{id}", "POST /webhooks/{id}/test",
        "POST /webhooks/{id}/rotate-secret", "POST /webhooks/{id}/enable", "POST /webhooks/{id}/disable", "GET /webhooks/{id}/deliveries",
        "GET /webhooks/{id}/deliveries/{delivery}",
        "POST /webhooks/{id}/deliveries/{delivery}/retry", "POST /webhooks/{id}/replay", "GET /cell-types", "GET /cell-types/{type}",
        "DELETE /cell-types/{type}",
    ]

    private static func api(
        over list: CountedList, settings: ListAPISettings = ListAPISettings(), aroundFinish: @escaping @Sendable () -> Void = {}
    ) throws -> ListAPI {
        let webhooks = MemoryListStore(
            describeList: ListRepresentation.bytes(of:), now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })
        return ListAPI(
            store: CountedStore(list, aroundFinish: aroundFinish), webhooks: try TestServices.make(store: webhooks), settings: settings,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func cost(of ask: Ask, _ route: String, over list: CountedList) async throws -> Cost {
        let client = InMemoryClient(try api(over: list).responder)
        let method = try #require(HTTPRequest.Method(route.split(separator: " ").first.map(String.init) ?? ""))
        _ = list.takeCost()
        let response = await client.send(method, ask.target, headers: HTTPFields(), body: ask.body ?? "")
        let body = try await response.body.collected()
        #expect((200..<300).contains(response.status.code), "\(route) \(ask.target): \(String(decoding: body, as: UTF8.self))")
        return list.takeCost()
    }

    @Test("every route is here")
    func complete() throws {
        let small = try Self.small.get()
        let routes = try Self.api(over: small).router.routes.map { "\($0.method.rawValue) \($0.pattern)" }
        let known = Array(Self.asks(of: small).keys) + Array(Self.exceptions.keys) + Self.aboutNoList
        #expect(Set(routes) == Set(known) && known.count == Set(known).count)
    }

    @Test("a list of a million items costs a request no more than a few nodes above one of a thousand")
    func bounded() async throws {
        let (small, large) = (try Self.small.get(), try Self.large.get())
        let larger = Self.asks(of: large)
        for (route, asks) in Self.asks(of: small) {
            let more = try #require(larger[route])
            for (few, many) in zip(asks, more) {
                let few = try await Self.cost(of: few, route, over: small)
                let many = (ask: many, cost: try await Self.cost(of: many, route, over: large))
                #expect(many.cost.isAtMost(few, plus: 24), "\(route) \(many.ask.target): \(few) → \(many.cost)")
            }
        }
    }

    @Test("the last transaction of a long insertion counts nothing for its items: their answer was counted before")
    func longAnswers() async throws {
        let list = try Self.small.get()
        let counts = Mutex<[Int]>([])
        var settings = ListAPISettings()
        settings.shortWriteItems = 10
        settings.memory = MemoryBudget(limit: 64 << 20)
        let client = InMemoryClient(
            try Self.api(over: list, settings: settings) { [memory = settings.memory] in
                counts.withLock { $0.append(memory.usedCount) }
            }.responder)
        let items = "[\((0..<1_000).map { "{\"value\":\($0),\"type\":\"new\"}" }.joined(separator: ","))]"
        let bodies = [
            ("sections/0/items", "{\"items\":\(items)}", 201),
            ("batch", "{\"operations\":[{\"op\":\"insertItem\",\"section\":0,\"items\":\(items)}]}", 200),
        ]
        for (path, body, status) in bodies {
            let response = await client.send(.post, "/lists/l/\(path)", headers: HTTPFields(), body: body)
            let answer = try await response.body.collected()
            #expect(response.status.code == status)
            let found = counts.withLock { counts in
                defer { counts = [] }
                return counts
            }
            #expect(found.count == 2 && found.first == found.last && found[0] >= answer.count, "\(path): \(found)")
        }
    }

    @Test("a page reads its items, and the counting sees what grows")
    func counting() async throws {
        let (small, large) = (try Self.small.get(), try Self.large.get())
        let page = try await Self.cost(of: Ask(target: "/lists/l/items?offset=500000"), "GET /lists/{list}/items", over: large)
        #expect((50...80).contains(page.revisions) && (1...24).contains(page.nodes) && page.rows == 0)
        let write = try await Self.cost(of: Ask(target: "/lists/l/items/0-9", body: "1.0"), "PUT /lists/{list}/items/{item}", over: large)
        #expect((3...16).contains(write.rows) && write.garbage >= 2)
        let selection = try await Self.cost(
            of: Ask(target: "/lists/l/items/0-9/select"), "POST /lists/{list}/items/{item}/select", over: large)
        #expect(selection.rows == 1 && selection.revisions == 1 && (1...24).contains(selection.nodes))
        let export = try await Self.cost(of: Ask(target: "/lists/l/export"), "GET /lists/{list}/export", over: small)
        #expect(export.revisions >= 1_000)
        let deletion = "DELETE /lists/{list}/sections/{section}"
        let all = try await Self.cost(of: Ask(target: "/lists/l/sections/0"), deletion, over: small)
        #expect(all.garbage >= 500)
    }
}
