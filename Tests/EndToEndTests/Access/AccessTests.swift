import Foundation
import Foundations
import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import StoreSuite
import Testing
import Wire

import Settings
@testable import sectional

@Suite("Access over the wire")
struct AccessTests {
    /// A name in the settings and what is sent.
    private static let tokens: [(text: String, scope: Scope, lists: [String]?)] = [
        ("the-reader", .read, nil), ("the-writer", .write, nil), ("the-boss", .admin, nil), ("the-narrow", .admin, ["other", "inbox-*"]),
    ]

    /// Every route that the router has, so that a new one is tested as soon as it is there.
    private static func routes() throws -> [Route] {
        let store = MemoryListStore(describeList: ListRepresentation.bytes(of:), now: { 0 }) { UUIDv7Source(now: { 0 }, random: { 0 }) }
        let services = try ServedWebhooks.services(over: store)
        return ListAPI(store: store, webhooks: services, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }).router.routes
    }

    /// What a route must need; not what it says that it needs.
    private static func scope(_ route: Route) -> Scope? {
        if ["/healthz", "/readyz", "/", "/ui/{file}"].contains(route.pattern) { return nil }
        if route.pattern.hasPrefix("/webhooks") { return .admin }
        if route.pattern.hasPrefix("/cell-types"), route.method != .get { return .admin }
        return route.method == .get ? .read : .write
    }

    private static func server(_ folder: TestFolder, _ configure: (inout Settings) -> Void = { _ in }) throws -> TestServer {
        try TestServer(database: folder.database) { settings in
            settings.api.access.tokens = tokens.map { token in
                let grant = Grant(name: token.text, scope: token.scope, lists: token.lists.map { $0.map { NamePattern($0) } })
                return AccessToken(digest: SHA256Digest(of: Array(token.text.utf8)), grant: grant)
            }
            configure(&settings)
        }
    }

    private static func target(_ route: Route) -> String {
        let parts = [
            "{list}": "hello", "{section}": "0", "{item}": "0-0", "{indexPath}": "0-0", "{slug}": "forbidden", "{name}": "archive",
            "{id}": "nowhere", "{delivery}": "nowhere", "{type}": "nowhere", "{file}": "main.js",
        ]
        let path = parts.reduce(route.pattern) { $0.replacing($1.key, with: $1.value) }
        return route.pattern.hasPrefix("/items/") ? path + "?list=hello" : path
    }

    private static func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    @Test("every route of the router asks for a token, and for the scope that it needs")
    func everyRoute() throws {
        let folder = try TestFolder()
        let server = try Self.server(folder)
        let routes = try Self.routes()
        #expect(routes.count > 20)
        for route in routes {
            let (target, needed) = (Self.target(route), Self.scope(route))
            func send(_ method: String, _ headers: [String: String], to target: String = target, body: String? = "") throws -> HTTPReply {
                // A connection each, for the export's body has no length.
                try server.connect().send(method, target, headers, body: ["GET", "HEAD", "DELETE"].contains(method) ? nil : body)
            }
            _ = try send("PUT", Self.bearer("the-boss"), to: "/lists/hello", body: #"[["a","b"],["c"]]"#)
            var methods = [route.method.rawValue]
            if route.method == .get { methods.append("HEAD") }
            for method in methods {
                for stranger in [[:], Self.bearer("guess"), Self.bearer(""), ["Authorization": "Basic dGhlLWJvc3M6"]] {
                    #expect(try send(method, stranger).status == (needed == nil ? 200 : 401), "\(method) \(target)")
                }
                for token in Self.tokens where token.lists == nil {
                    let status = try send(method, Self.bearer(token.text)).status
                    if let needed, token.scope < needed {
                        #expect(status == 403, "\(method) \(target), \(token.text)")
                    } else {
                        #expect(status != 401 && status != 403, "\(method) \(target), \(token.text)")
                    }
                }
                if route.pattern.contains("{list}") || route.pattern.hasPrefix("/items/") {
                    let answer = try send(method, Self.bearer("the-narrow"))
                    #expect(answer.status == 404, "\(method) \(target)")
                    if method != "HEAD" { #expect(try answer.object["type"] as? String == "/problems/list-not-found") }
                }
            }
            #expect(try send("OPTIONS", [:]).status == (needed == nil ? 204 : 401), "\(target)")
            #expect(try send("OPTIONS", Self.bearer("the-reader")).status == 204, "\(target)")
        }
    }

    @Test("a token sees the lists within its patterns, and works on them")
    func patterns() throws {
        let folder = try TestFolder()
        let server = try Self.server(folder)
        let connection = try server.connect()
        for list in ["hello", "inbox-1", "inbox-2", "other", "others"] {
            #expect(try connection.send("PUT", "/lists/\(list)", Self.bearer("the-writer"), body: "[]").status == 201)
        }
        let narrow = Self.bearer("the-narrow")
        var (ids, target) = ([String](), "/lists?limit=2" as String?)
        while let next = target {
            let page = try connection.get(next, narrow)
            ids += (try page.object["lists"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            target = page.link("next")
        }
        #expect(ids == ["inbox-1", "inbox-2", "other"])
        #expect(try connection.send("PUT", "/lists/inbox-3", narrow, body: "[[1]]").status == 201)
        #expect(try connection.send("PUT", "/lists/others", narrow, body: "[[1]]").status == 404)
        #expect(try connection.get("/lists/others", Self.bearer("the-reader")).object["itemCount"] as? Int == 0)
    }

    @Test("an upload of any length is refused before its body is there")
    func upload() throws {
        let folder = try TestFolder()
        let server = try Self.server(folder) { $0.api.access.origins = ["https://app.example"] }
        for (token, status) in [("guess", 401), ("the-reader", 403), ("the-narrow", 404)] {
            let connection = try server.connect()
            let head = [
                "PUT /lists/hello HTTP/1.1", "Host: localhost", "Origin: https://app.example", "Authorization: Bearer \(token)",
                "Content-Type: application/x-ndjson", "Content-Length: 1000000000000", "", "",
            ]
            try connection.write(head.joined(separator: "\r\n"))
            let answer = try connection.readReply()
            #expect(answer.status == status && answer.header("Access-Control-Allow-Origin") == "https://app.example")
        }
        let ndjson = Self.bearer("the-writer").merging(["Content-Type": "application/x-ndjson", "Origin": "https://app.example"]) { $1 }
        for (body, status) in [("{\"item\":{\"value\":1}}\n", 201), ("{", 400)] {
            let answer = try server.connect().send("PUT", "/lists/hello", ndjson, body: body)
            #expect(answer.status == status && answer.header("Access-Control-Allow-Origin") == "https://app.example")
        }
    }

    @Test("a browser's preflight needs no token, and it may read what comes back: refusals, kept pages, 304")
    func browser() throws {
        let folder = try TestFolder()
        let server = try Self.server(folder) { $0.api.access.origins = ["https://app.example"] }
        let connection = try server.connect()
        let origin = ["Origin": "https://app.example"]
        let preflight = try connection.send(
            "OPTIONS", "/lists/hello", origin.merging(["Access-Control-Request-Method": "PUT"]) { $1 })
        #expect(preflight.status == 204 && preflight.header("Access-Control-Allow-Methods")?.contains("PUT") == true)
        #expect(preflight.header("Access-Control-Allow-Headers")?.contains("Authorization") == true)
        try connection.send("PUT", "/lists/hello", Self.bearer("the-boss"), body: #"[["a"]]"#)
        let reader = origin.merging(Self.bearer("the-reader")) { $1 }
        let answers = try [
            connection.get("/lists/hello", origin), connection.send("PUT", "/lists/hello", reader, body: "[]"),
            connection.get("/lists/hello/items", reader), connection.get("/lists/hello/items", reader),
            connection.get("/lists/hello/items", reader),
            connection.get("/lists/hello/items", reader.merging(["If-None-Match": "\"v1\""]) { $1 }),
        ]
        #expect(answers.map(\.status) == [401, 403, 200, 200, 200, 304])
        for answer in answers {
            #expect(answer.header("Access-Control-Allow-Origin") == "https://app.example")
            let exposed = answer.header("Access-Control-Expose-Headers")?.components(separatedBy: ", ") ?? []
            #expect(Set(["ETag", "List-Version", "Link", "Location", "Content-Location", "Request-Id"]).isSubset(of: exposed))
            #expect(answer.header("Vary")?.hasSuffix("Origin") == true)
            if answer.status < 400 { #expect(answer.header("Cache-Control") == "private, no-cache") }
        }
        let elsewhere = try connection.get(
            "/lists/hello/items", Self.bearer("the-reader").merging(["Origin": "https://evil.example"]) { $1 })
        #expect(elsewhere.status == 200 && elsewhere.header("Access-Control-Allow-Origin") == nil)
    }
}
