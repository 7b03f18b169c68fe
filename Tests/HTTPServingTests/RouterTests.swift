import HTTPServing
import HTTPTypes
import TestSupport
import Testing

@Suite("Router")
struct RouterTests {
    private let router: Router

    init() {
        let names = [
            (HTTPRequest.Method.get, "/"), (.get, "/lists"), (.get, "/lists/{list}"), (.put, "/lists/{list}"), (.delete, "/lists/{list}"),
            (.get, "/lists/{list}/items"), (.get, "/lists/{list}/items/{item}"), (.patch, "/lists/{list}/items/{item}"),
            (.get, "/lists/{list}/sections/{section}/items"), (.post, "/lists/special/batch"), (.post, "/lists/{id}/batch"),
        ]
        let routes = names.map { method, pattern in
            Route(method, pattern) { request, parameters in
                let values = zip(parameters.names, parameters.values).map { "\($0)=\($1)" }
                let text = ([method.rawValue, pattern] + values).joined(separator: " ")
                return .response(Response(status: .ok, body: .bytes(Array(text.utf8))))
            }
        }
        router = Router(routes: routes) { failure, _ in
            switch failure {
            case .notFound: Response(status: .notFound)
            case .methodUnknown: Response(status: .notImplemented)
            case .methodNotAllowed: Response(status: .methodNotAllowed)
            case .badPath(let error): Response(status: .badRequest, body: .bytes(Array("\(error)".utf8)))
            case .thrown: Response(status: .internalServerError)
            }
        }
    }

    private func text(_ method: HTTPRequest.Method, _ target: String) async throws -> String {
        let response = await InMemoryClient(router).send(method, target)
        let text = String(decoding: try await response.body.collected(), as: UTF8.self)
        return response.status == .ok ? text : "\(response.status.code) \(response[.allow] ?? text)"
    }

    @Test(
        "a path finds its route and its decoded parameters",
        arguments: [
            ("/", "GET /"),
            ("/lists", "GET /lists"),
            ("/lists?limit=5/6", "GET /lists"),
            ("/lists/a", "GET /lists/{list} list=a"),
            ("/l%69sts/a", "GET /lists/{list} list=a"),
            ("/lists/a%2Fb", "GET /lists/{list} list=a/b"),
            ("/lists/a+b", "GET /lists/{list} list=a+b"),
            ("/lists/caf%C3%A9", "GET /lists/{list} list=café"),
            ("/lists/café", "GET /lists/{list} list=café"),
            ("/lists/..", "GET /lists/{list} list=.."),
            ("/lists/a/items", "GET /lists/{list}/items list=a"),
            ("/lists/a/items/2-17", "GET /lists/{list}/items/{item} list=a item=2-17"),
            ("/lists/a/items/@x%25y", "GET /lists/{list}/items/{item} list=a item=@x%y"),
            ("/lists/special", "GET /lists/{list} list=special"),
            ("/lists/special/items", "GET /lists/{list}/items list=special"),
            ("/lists/a/sections/@FR/items", "GET /lists/{list}/sections/{section}/items list=a section=@FR"),
            ("http://example.com/lists/a?x", "GET /lists/{list} list=a"),
            ("HTTP://example.com", "GET /"),
        ])
    func matches(target: String, expected: String) async throws {
        #expect(try await text(.get, target) == expected)
    }

    @Test("a literal segment is preferred, and its names are each route's own")
    func preference() async throws {
        #expect(try await text(.post, "/lists/special/batch") == "POST /lists/special/batch")
        #expect(try await text(.post, "/lists/other/batch") == "POST /lists/{id}/batch id=other")
    }

    @Test(
        "an unknown path, a trailing slash and an empty segment are 404",
        arguments: ["/nothing", "/lists/", "/lists/a/", "/lists//items", "//", "/lists/a/items/b/c", "/Lists", "/lists%2Fa"])
    func notFound(target: String) async throws {
        #expect(try await text(.get, target) == "404 ")
    }

    @Test(
        "a malformed path is bad, whether it is known or not",
        arguments: [
            "/lists/%", "/lists/%4", "/lists/%zz", "/lists/%ff", "/lists/a%00b", "/nothing/%zz", "/lists/a/b/c/d/%C3", "lists", "*", "",
        ])
    func badPath(target: String) async throws {
        #expect(try await text(.get, target).hasPrefix("400 The "))
    }

    @Test("a method that a path lacks is 405 with those that it has")
    func methodNotAllowed() async throws {
        #expect(try await text(.post, "/lists/a") == "405 GET, HEAD, PUT, DELETE, OPTIONS")
        #expect(try await text(.get, "/lists/a/batch") == "405 POST, OPTIONS")
    }

    @Test("a method that no path has is 501, on every path", arguments: ["/lists", "/nowhere", "/lists/%zz", "/lists/a/batch"])
    func methodUnknown(target: String) async throws {
        for name in ["get", "TRACE", "BREW"] {
            #expect(try await text(try #require(HTTPRequest.Method(rawValue: name)), target) == "501 ")
        }
    }

    @Test("HEAD goes to GET's handler")
    func head() async throws {
        #expect(try await text(.head, "/lists/a") == "GET /lists/{list} list=a")
        #expect(try await text(.head, "/lists/a/batch") == "405 POST, OPTIONS")
    }

    @Test("OPTIONS is 204 with the methods of the path, or of all paths")
    func options() async throws {
        #expect(try await text(.options, "/lists") == "204 GET, HEAD, OPTIONS")
        #expect(try await text(.options, "*") == "204 GET, HEAD, PUT, DELETE, PATCH, POST, OPTIONS")
        #expect(try await text(.options, "/nothing") == "404 ")
    }

    @Test(
        "a path has its pattern whatever the method, and though it is malformed",
        arguments: [
            (HTTPRequest.Method.get, "/lists/a", "/lists/{list}"), (.options, "/lists/a", "/lists/{list}"),
            (.post, "/lists/a", "/lists/{list}"), (.get, "/l%69sts/a", "/lists/{list}"),
            (.get, "/lists/%zz/items", "/lists/{list}/items"), (.get, "/nothing", nil), (.get, "*", nil),
        ] as [(HTTPRequest.Method, String, String?)])
    func pattern(method: HTTPRequest.Method, target: String, expected: String?) {
        #expect(router.match(method, RequestTarget(target).rawPath).pattern?.text == expected)
    }

    @Test("a request is routed once, and carries where it leads")
    func once() async throws {
        var request = Request(method: .get, target: RequestTarget("/lists/a"), headers: [:] as HTTPFields, id: "1")
        _ = router.admit(&request)
        #expect(request.match?.pattern?.text == "/lists/{list}")
        // What the request knows is not looked for again.
        request.match = router.match(.get, RequestTarget("/lists").rawPath)
        guard case .response(let response) = router.respond(to: &request) else {
            Issue.record("deferred")
            return
        }
        #expect(try await String(decoding: response.body.collected(), as: UTF8.self) == "GET /lists")
    }

    @Test("a body is checked once: as the request is admitted, or before the handler where it was not", arguments: [true, false])
    func bodyCheck(isAdmitted: Bool) throws {
        struct Refusal: Error {}
        let route = Route(.put, "/") {
            guard $0.headers[.contentType] == "text/plain", $0.bodyType == nil else { throw Refusal() }
            $0.bodyType = "text/plain"
        } handler: { request, _ in
            .response(Response(status: .ok, body: .bytes(Array((request.bodyType ?? "none").utf8))))
        }
        let router = Router(routes: [route]) { _, _ in Response(status: .unsupportedMediaType) }
        func outcome(_ type: String, _ body: String) -> String {
            let headers: HTTPFields = [.contentType: type]
            var request = Request(method: .put, target: RequestTarget("/"), headers: headers, body: Array(body.utf8), id: "1")
            if isAdmitted, case .refused(let response) = router.admit(&request) { return "\(response.status.code)" }
            guard case .response(let response) = router.respond(to: &request) else { return "deferred" }
            return response.status == .ok ? request.bodyType ?? "none" : "\(response.status.code)"
        }
        #expect(outcome("text/plain", "1") == "text/plain")
        #expect(outcome("text/html", "1") == "415")
        #expect(outcome("text/html", "") == (isAdmitted ? "415" : "none"))
    }

    @Test("what a handler throws becomes the response that is made of it")
    func thrown() async throws {
        struct Flaw: Error {}
        let router = Router(routes: [Route(.get, "/") { _, _ in throw Flaw() }]) { failure, _ in
            if case .thrown(let error) = failure, error is Flaw { return Response(status: HTTPResponse.Status(code: 418)) }
            return Response(status: .notFound)
        }
        #expect(await InMemoryClient(router).send(.get, "/").status.code == 418)
    }

    @Test("every route is found by a path made from its own pattern")
    func allRoutes() throws {
        #expect(router.routes.count == 11)
        for route in router.routes {
            let path = route.pattern.replacing("{", with: "").replacing("}", with: "")
            let match = router.match(route.method, RequestTarget(path).rawPath)
            guard case .route(let number, _) = match.target else {
                Issue.record("\(route.method) \(route.pattern) is not found")
                continue
            }
            #expect(router.routes[number].pattern == route.pattern && router.routes[number].method == route.method)
        }
    }

    @Test("parameters are found by name, and unknown names are nil")
    func parameters() {
        guard case .route(_, let parameters) = router.match(.get, RequestTarget("/lists/a/items/b").rawPath).target else {
            Issue.record("not found")
            return
        }
        #expect(parameters["list"] == "a" && parameters["item"] == "b" && parameters["section"] == nil)
        #expect(parameters.values == ["a", "b"])
    }
}
