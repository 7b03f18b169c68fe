import HTTPServing
import HTTPTypes
import ListAPI
import Testing
import Wire

@Suite("The description of the API")
struct OpenAPITests {
    private static let values = [
        "offset": "0", "limit": "1", "items": "1", "at": "1", "prefix": "h", "after": "@a", "before": "@a", "around": "@a", "list": "hello",
        "status": "failed", "since": "1", "to": "1", "wait": "0", "max": "1", "every": "1000", "last": "1", "of": "hello", "q": "ja",
        "lists": "hello", "validate": "new", "nonsense": "1",
    ]

    /// A body that fits, of the operations that do not take every array.
    private static let bodies = [
        "PATCH /lists/{list}": #"{"title":"T"}"#, "PATCH /lists/{list}/sections/{section}": #"{"header":"H"}"#,
        "POST /lists/{list}/sections": #"{"section":{}}"#, "POST /lists/{list}/sections/{section}/move": #"{"index":1}"#,
        "POST /lists/{list}/sections/{section}/items": #"{"item":{"value":1}}"#,
        "POST /lists/{list}/items/{item}/move": #"{"to":[1,0]}"#,
        "POST /lists/{list}/batch": #"{"operations":[{"op":"updateItem","item":"0-1","value":7},{"op":"deleteSection","section":1}]}"#,
        "POST /lists/{list}/revert": #"{"to":1}"#,
        "POST /lists/{list}/items/{item}/select": "", "POST /lists/{list}/items/{item}/deselect": "{}",
        "POST /lists/{list}/items/{item}/actions/{name}": #"{"context":{"a":1}}"#,
        "PUT /cell-types/{type}": #"{"schema":{"type":"string"}}"#,
        "POST /webhooks": #"{"url":"https://93.184.215.14/hooks"}"#, "PATCH /webhooks/{id}": #"{"ordered":true}"#,
        "POST /webhooks/{id}/test": "", "POST /webhooks/{id}/rotate-secret": "{}", "POST /webhooks/{id}/enable": "",
        "POST /webhooks/{id}/disable": "",
        "POST /webhooks/{id}/deliveries/{delivery}/retry": "", "POST /webhooks/{id}/replay": #"{"since":"2026-01-01T00:00:00Z"}"#,
    ]

    @Test("every route is described, and whatever is described is a route")
    func routes() throws {
        let api = try TestAPI()
        let routes = api.api.router.routes.map { "\($0.method.rawValue) \($0.pattern)" }
        let described = try OpenAPIDocument().operations().map(\.name)
        #expect(Set(routes).subtracting(described) == [], "not described")
        #expect(Set(described).subtracting(routes) == [], "no route")
        #expect(routes.count == Set(routes).count)
    }

    @Test("a route takes the query parameters that are described, and no others")
    func parameters() async throws {
        let prefixes = ["/lists", "/items", "/events", "/webhooks", "/cell-types"]
        for operation in try OpenAPIDocument().operations() where prefixes.contains(where: operation.path.hasPrefix) {
            let api = try TestAPI()
            for (name, value) in Self.values {
                // An interaction is named by its sequence.
                var value = operation.path.hasSuffix("/interactions") && name == "after" ? "0" : value
                if operation.path.hasSuffix("/versions"), name == "before" { value = "2" }
                if operation.path == "/events", name == "since" { continue }
                let answer = try await Self.send(operation, [name: value], to: api)
                let isRefused = answer.at("type") == "/problems/bad-parameter" && answer.at("errors.0.parameter") == name
                #expect(isRefused != operation.query.contains(name), "\(operation.name), \(name): \(answer.status)")
            }
        }
    }

    @Test("a success has a status, a type and headers that are described, and all headers that are promised")
    func successes() async throws {
        for operation in try OpenAPIDocument().operations() {
            let api = try TestAPI()
            let answer = try await Self.send(operation, [:], to: api)
            #expect((200..<300).contains(answer.status), "\(operation.name): \(answer.text)")
            Self.check(answer, of: operation)
            if operation.responses.values.contains(where: { $0.headers.contains("preference-applied") }) {
                let minimal = try await Self.send(operation, [:], ["Prefer": "return=minimal"], to: try TestAPI())
                #expect([201, 204].contains(minimal.status) && minimal.bytes.isEmpty, "\(operation.name)")
                #expect(minimal["preference-applied"] == "return=minimal", "\(operation.name)")
                Self.check(minimal, of: operation)
            } else if operation.method != "GET" {
                let whole = try await Self.send(operation, [:], ["Prefer": "return=minimal"], to: try TestAPI())
                #expect(whole.status == answer.status && !whole.bytes.isEmpty && whole["preference-applied"] == nil, "\(operation.name)")
            }
            guard operation.method == "GET", let tag = answer["etag"] else { continue }
            let known = try await Self.send(operation, [:], ["If-None-Match": tag], to: api)
            #expect(known.status == 304, "\(operation.name)")
            Self.check(known, of: operation)
        }
    }

    @Test("a refusal has a status, headers and a problem that are described")
    func refusals() async throws {
        let headers = [["If-Match": "\"no\""], ["If-Match": "no"], ["Content-Type": "text/html"], ["Content-Encoding": "br"]]
        for operation in try OpenAPIDocument().operations() {
            let api = try TestAPI()
            for header in headers { Self.check(try await Self.send(operation, [:], header, to: api), of: operation) }
            Self.check(try await Self.send(operation, [:], to: try TestAPI { $0.requirePreconditions = true }), of: operation)
            for body in [
                "{", "[[],1]", "{}", #"{"index":9,"section":{}}"#, #"{"before":"@x","item":{"value":1}}"#, "{\"sections\":[],\"titel\":1}",
                #"{"operations":[{"op":"deleteItem","item":"9-9"}]}"#,
                "\"" + String(repeating: "x", count: 300_000) + "\"",
            ] {
                Self.check(try await Self.send(operation, [:], body: body, to: api), of: operation)
            }
            for name in ["nowhere", "9", "99-99", "@x", "-"] {
                Self.check(try await Self.send(operation, [:], naming: name, to: api), of: operation)
            }
            Self.check(try await Self.send(operation, ["at": "9"], to: api), of: operation)
        }
    }

    @Test("a refusal for want of a token, of a scope or of reach is described")
    func access() async throws {
        let api = try TestAPI { $0.tokens = [TestTokens.token("reader", .read), TestTokens.token("narrow", .write, ["other"])] }
        for operation in try OpenAPIDocument().operations() {
            for token in ["guess", "reader", "narrow"] {
                let answer = try await Self.send(operation, [:], TestTokens.bearer(token), to: api)
                Self.check(answer, of: operation)
                let isHealth = ["/healthz", "/readyz", "/", "/ui/{file}"].contains(operation.path)
                #expect((answer.status == 401) == (token == "guess" && !isHealth), "\(operation.name)")
                let needsMore =
                    operation.path.hasPrefix("/webhooks") || (operation.path == "/metrics" && token == "narrow")
                    || (operation.path.hasPrefix("/cell-types") && operation.method != "GET")
                    || token == "reader" && operation.method != "GET"
                #expect((answer.status == 403) == (token != "guess" && needsMore), "\(operation.name)")
            }
        }
    }

    @Test("a write with an idempotency key is done once, on every route, and what answers a key is described")
    func idempotency() async throws {
        for operation in try OpenAPIDocument().operations() where operation.method != "GET" {
            let api = try TestAPI()
            let key = ["Idempotency-Key": "k-1"]
            let parts = try await Self.prepare(api, for: operation)
            let first = try await Self.send(operation, [:], key, parts: parts, to: api)
            #expect((200..<300).contains(first.status) && first["idempotency-replayed"] == nil, "\(operation.name): \(first.text)")
            let version = try await api.get("/lists/hello").at("version")
            let again = try await Self.send(operation, [:], key, parts: parts, to: api)
            #expect(again.status == first.status && again.bytes == first.bytes, "\(operation.name): \(again.text)")
            #expect(again["idempotency-replayed"] == "true", "\(operation.name)")
            #expect(again.headerLines(without: "idempotency-replayed") == first.headerLines(without: ""), "\(operation.name)")
            Self.check(again, of: operation)
            // A list that was deleted is made again by the second request's preparation.
            if let version { #expect(try await api.get("/lists/hello").at("version") == version, "\(operation.name)") }
            let reused = try await Self.send(operation, [:], key.merging(["If-None-Match": "\"x\""]) { $1 }, parts: parts, to: api)
            #expect(reused.at("type") == "/problems/idempotency-key-reused", "\(operation.name): \(reused.text)")
            Self.check(reused, of: operation)
            let malformed = try await Self.send(operation, [:], ["Idempotency-Key": "k 1"], to: api)
            #expect(malformed.status == 400 && malformed.at("errors.0.parameter") == "Idempotency-Key", "\(operation.name)")
            Self.check(malformed, of: operation)
            #expect(operation.responses["409"]?.problems.contains("request-in-progress") == true, "\(operation.name)")
        }
    }

    @Test("a described problem is one of the table, with the status of its answer, and the table is complete")
    func problems() throws {
        let document = try OpenAPIDocument()
        #expect(try document.values(ofSchema: "ProblemSlug") == ProblemType.allCases.map(\.rawValue))
        for operation in try document.operations() {
            for (status, response) in operation.responses where (Int(status) ?? 0) >= 400 {
                #expect(!response.problems.isEmpty, "\(operation.name) \(status)")
                for slug in response.problems {
                    #expect(ProblemType(rawValue: slug)?.status == Int(status), "\(operation.name) \(status): \(slug)")
                }
            }
        }
    }

    /// Expects an answer to be as an operation describes it. `Request-Id` is the server's to add.
    private static func check(_ answer: TestResponse, of operation: OpenAPIDocument.Operation) {
        guard let described = operation.responses["\(answer.status)"] else {
            Issue.record("\(operation.name) does not describe \(answer.status): \(answer.text)")
            return
        }
        let missing = described.requiredHeaders.subtracting(["request-id"]).filter { answer[$0] == nil }
        #expect(missing == [], "\(operation.name) \(answer.status)")
        let unknown = answer.headerNames.subtracting(described.headers).subtracting(["content-type"])
        // An answer without a body carries the headers of the one that has it.
        #expect(answer.status == 304 || unknown == [], "\(operation.name) \(answer.status)")
        if answer.status >= 400 {
            let slug = String(answer.at("type")?.dropFirst("/problems/".count) ?? "")
            #expect(described.problems.contains(slug), "\(operation.name) \(answer.status): \(slug)")
        } else if let type = answer["content-type"], answer.status != 304 {
            #expect(described.contentTypes.contains(String(type.prefix { $0 != ";" })), "\(operation.name) \(answer.status): \(type)")
        }
    }

    /// Makes what an operation is about.
    ///
    /// - Returns: The names that stand in its path.
    private static func prepare(_ api: TestAPI, for operation: OpenAPIDocument.Operation) async throws -> [String: String] {
        var parts = [
            "{list}": "hello", "{section}": "0", "{item}": "0-1", "{indexPath}": "0-1", "{slug}": "too-large", "{name}": "archive",
            "{type}": "T",
            "{file}": "main.js",
        ]
        if operation.path.hasSuffix("/search") {
            try await api.send(.put, "/lists/words", body: #"{"search":[""],"sections":[{"items":[{"value":"java"}]}]}"#)
            return ["{list}": "words"]
        }
        if operation.path.hasSuffix("/view") {
            try await api.send(.put, "/lists/view", body: #"{"view":{"of":"hello"}}"#)
            parts["{list}"] = "view"
        }
        if operation.path.contains("{type}") { try await api.send(.put, "/cell-types/T", body: "{}") }
        if operation.path.contains("{id}") {
            let made = try await api.send(.post, "/webhooks", body: #"{"url":"https://93.184.215.14/"}"#)
            parts["{id}"] = made.at("id") ?? "nowhere"
            let test = try await api.send(.post, "/webhooks/\(parts["{id}"] ?? "")/test")
            parts["{delivery}"] = test.at("id") ?? "nowhere"
        }
        return parts
    }

    /// Sends a request that fits an operation, about a list that is made for it. `name` stands in the last part of the path that is named.
    private static func send(
        _ operation: OpenAPIDocument.Operation, _ query: [String: String], _ headers: [String: String] = [:], body: String? = nil,
        naming name: String? = nil, parts: [String: String]? = nil, to api: TestAPI
    ) async throws -> TestResponse {
        try await api.send(.put, "/lists/hello", ["If-None-Match": "*"], body: #"[["java","swift"],["js"]]"#)
        var query = query
        if operation.path.hasPrefix("/items/"), query["list"] == nil { query["list"] = "hello" }
        if operation.path.hasSuffix("/changes"), query["since"] == nil { query["since"] = "1" }
        if operation.path.hasSuffix("/search"), query["q"] == nil { query["q"] = "ja" }
        if operation.path == "/events", query["lists"] == nil { query["lists"] = "hello" }
        var parts = if let parts { parts } else { try await prepare(api, for: operation) }
        if let last = operation.path.split(separator: "/").last(where: { $0.hasPrefix("{") }), let name { parts[String(last)] = name }
        var target = operation.path
        for (part, value) in parts { target = target.replacing(part, with: value) }
        let text = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        let method = try #require(HTTPRequest.Method(operation.method))
        return try await api.send(
            method, target + (text.isEmpty ? "" : "?" + text), headers, body: method == .get ? nil : body ?? bodies[operation.name] ?? "[1]"
        )
    }
}
