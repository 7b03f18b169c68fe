import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import StoreSuite
import Testing
import Wire

@Suite("What a request costs", .serialized)
struct RepeatedPartTests {
    /// How much more processor time twice as much may take, and what does not count: the request's own frame, a page that is written back.
    private static let (ratio, allowance) = (3.0, 0.004)

    /// The server, in a process of its own, whose processor time can be told.
    private final class Subject {
        let server: ServerProcess
        let clock: ProcessClock

        init() throws {
            server = try ServerProcess()
            clock = try ProcessClock(of: server.run.identifier)
        }

        func send(_ method: String, _ message: RepeatedPart.Message) throws -> HTTPReply {
            let connection = try server.connect()
            var head = "\(method) \(message.target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            for (name, value) in message.headers { head += "\(name): \(value)\r\n" }
            if let body = message.body { head += "Content-Length: \(body.utf8.count)\r\n" }
            // A server that refuses a body may stop reading it.
            try? connection.write(head + "\r\n" + (message.body ?? ""))
            return try connection.readReply()
        }

        /// The processor time of a request, and what answered it.
        func cost(_ method: String, _ part: RepeatedPart, _ count: Int) throws -> (seconds: Double, outcome: String) {
            for (method, message) in part.before(count) { _ = try send(method, message) }
            let message = part.message(count)
            let start = clock.seconds
            let reply = try send(method, message)
            let isProblem = reply.header("Content-Type") == "application/problem+json"
            let slug = isProblem ? " " + reply.at("type").replacing("/problems/", with: "") : ""
            return (clock.seconds - start, "\(reply.status)\(slug)")
        }
    }

    /// Compares the processor time of one and two times as much, by the least of a few tries. A server that does not answer is replaced.
    private static func check(_ part: RepeatedPart, of route: String, _ subject: inout Subject) throws {
        do {
            try compare(part, of: route, subject)
        } catch {
            Issue.record("\(route), \(part.name): \(error)")
            subject = try Subject()
        }
    }

    private static func compare(_ part: RepeatedPart, of route: String, _ subject: Subject) throws {
        let method = route.split(separator: " ").first.map(String.init) ?? ""
        var (few, many) = (Double.infinity, Double.infinity)
        for _ in 0..<20 {
            let first = try subject.cost(method, part, part.count)
            let second = try subject.cost(method, part, 2 * part.count)
            few = min(few, first.seconds)
            many = min(many, second.seconds)
            if !part.outcomes.isEmpty {
                #expect(part.outcomes.contains(second.outcome), "\(route), \(part.name): \(second.outcome)")
            }
            if many <= ratio * few + allowance { return }
        }
        Issue.record("\(route), \(part.name): \(part.count) cost \(few) s, twice as many \(many) s")
    }

    private static var routes: [String] {
        get throws {
            let store = MemoryListStore(
                describeList: ListRepresentation.bytes(of:), now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let api = ListAPI(store: store, webhooks: try ServedWebhooks.services(over: store), logger: logger)
            return api.router.routes.map { "\($0.method.rawValue) \($0.pattern)" }
        }
    }

    @Test("every route is here")
    func complete() throws {
        let known = Set(RepeatedParts.all.keys)
        for route in try Self.routes { #expect(known.contains(route), "\(route)") }
    }

    @Test("grows no faster than what is repeated in its body")
    func bodies() throws {
        var subject = try Subject()
        for (route, entry) in RepeatedParts.all.sorted(by: { $0.key < $1.key }) {
            for part in entry.bodies { try Self.check(part, of: route, &subject) }
        }
    }

    @Test("grows no faster than what is repeated in its line and headers")
    func heads() throws {
        var subject = try Subject()
        _ = try subject.send("PUT", RepeatedParts.put().message)
        let routes = Set(try Self.routes)
        for (route, entry) in RepeatedParts.all.sorted(by: { $0.key < $1.key }) where routes.contains(route) {
            for part in RepeatedPart.heads(of: entry.target) { try Self.check(part, of: route, &subject) }
        }
    }

    @Test("many ids of lists are refused at the first one too many")
    func lists() throws {
        var subject = try Subject()
        let part = RepeatedPart("ids", 500, ["400 bad-parameter"]) { count in
            RepeatedPart.Message(target: "/events?lists=" + RepeatedPart.list(count) { "l\($0)" })
        }
        try Self.check(part, of: "GET /events", &subject)
    }
}
