import Foundation
import Synchronization
import Testing

@testable import SectionalClient

@Suite("The event streams of a service")
struct EventStreamsTests {
    /// One that follows a list, and what it was told.
    private final class Follower: Sendable {
        struct Told {
            var opened: [Bool] = []
            var events: [String] = []
            var end: String?
        }

        let list: String
        private let told = Mutex(Told())
        private let task = Mutex<Task<Void, Never>?>(nil)

        init(_ list: String, since version: ListVersion?, on service: SectionalService, every: Int? = nil) {
            self.list = list
            let wish = EventStreams.Wish(list: list, version: version, created: nil)
            let way = EventStreams.Way(operations: 10, every: every, cells: nil)
            let task = Task { [self] in
                do {
                    try await service.streams.follow(wish, way, on: service) { isBehind in
                        self.told.withLock { $0.opened.append(isBehind) }
                    } receive: { message in
                        if case .event(let event) = message { self.told.withLock { $0.events.append(event.data) } }
                    }
                    told.withLock { $0.end = "end" }
                } catch {
                    told.withLock { $0.end = "\(type(of: error))" }
                }
            }
            self.task.withLock { $0 = task }
        }

        var opened: [Bool] { told.withLock { $0.opened } }
        var events: [String] { told.withLock { $0.events } }
        var end: String? { told.withLock { $0.end } }
        func cancel() { task.withLock { $0?.cancel() } }
    }

    /// Gives one list at a time, and refuses several.
    private struct Lonely: Transport {
        let next: FakeTransport
        let status: Int

        func send(_ request: TransportRequest) async throws -> TransportResponse { try await next.send(request) }

        func open(_ request: TransportRequest) async throws -> TransportStream {
            var stream = try await next.open(request)
            if request.url.query?.contains(",") == true {
                stream.status = status
                let (status, slug) = (status, status == 401 ? "unauthorized" : "list-not-found")
                stream.chunks = AsyncThrowingStream { body in
                    body.yield(Data(#"{"type":"/problems/\#(slug)","status":\#(status)}"#.utf8))
                    body.finish()
                }
            }
            return stream
        }
    }

    private let transport = FakeTransport { _ in TransportResponse(status: 404) }

    private func service(_ transport: any Transport) throws -> SectionalService {
        SectionalService(try #require(URL(string: "http://server")), transport: transport)
    }

    private func wait(_ what: String, _ holds: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(50)
        while !holds() {
            try #require(ContinuousClock.now < deadline, "\(what) never came: \(transport.requests)")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func change(_ list: String, to version: Int) -> String { #"{"list":"\#(list)","from":\#(version - 1),"to":\#(version)}"# }

    @Test("six lists are one connection, and each is told of its own changes alone", .timeLimit(.minutes(1)))
    func six() async throws {
        let service = try service(transport)
        let followers = (0..<6).map { Follower("l\($0)", since: $0 + 1, on: service) }
        try await wait("the stream") { followers.allSatisfy { $0.opened == [true] } }
        #expect(transport.requests == ["GET /events?lists=l0,l1,l2,l3,l4,l5&max=10"])
        for version in 5...7 { transport.send("change", id: 10 + version, change("l3", to: version)) }
        try await wait("the events") { followers[3].events.count == 3 }
        #expect(followers[3].events == (5...7).map { change("l3", to: $0) })
        #expect(followers.filter { $0.list != "l3" }.allSatisfy { $0.events.isEmpty })
        #expect(service.counts.streams == 1 && service.counts.events == 3)
    }

    @Test("a list that comes later goes on behind the cursor, and it alone may have missed something", .timeLimit(.minutes(1)))
    func later() async throws {
        let service = try service(transport)
        let (first, second) = (Follower("a", since: 1, on: service), Follower("b", since: 1, on: service))
        try await wait("the stream") { first.opened == [true] && second.opened == [true] }
        transport.send("change", id: 99, change("a", to: 2))
        try await wait("the event") { first.events.count == 1 }
        let (third, missing) = (Follower("c", since: 7, on: service), Follower("d", since: nil, on: service))
        try await wait("the second stream") { third.opened.last == true && missing.opened.last == false }
        try await wait("all of them") { first.opened.last == false && second.opened.last == false }
        let last = try #require(transport.sent.last)
        #expect(last.url.query == "lists=a,b,c,d&max=10" && last.headers["Last-Event-ID"] == "99")
        // One that is left has its own route, from the version that it was told of.
        for follower in [second, third, missing] { follower.cancel() }
        try await wait("its own") { transport.sent.last?.url.path == "/lists/a/events" }
        #expect(transport.sent.last?.headers["Last-Event-ID"] == "2" && second.end == "CancellationError")
        first.cancel()
        try await wait("the end") { first.end != nil }
    }

    @Test("a list alone has its own route, and two ways of following are two connections", .timeLimit(.minutes(1)))
    func alone() async throws {
        let service = try service(transport)
        let slow = Follower("a", since: 4, on: service, every: 500)
        try await wait("the stream") { slow.opened == [false] }
        #expect(transport.requests == ["GET /lists/a/events?max=10&every=500"] && transport.sent[0].headers["Last-Event-ID"] == "4")
        let quick = Follower("a", since: 4, on: service)
        try await wait("the other") { quick.opened == [false] }
        #expect(transport.requests.count == 2)
    }

    @Test("a connection that is lost is lost to all of its lists, and the next has them again", .timeLimit(.minutes(1)))
    func lost() async throws {
        let service = try service(transport)
        let followers = (0..<3).map { Follower("l\($0)", since: 1, on: service) }
        try await wait("the stream") { followers.allSatisfy { $0.opened == [true] } }
        transport.setDown(true)
        try await wait("the end") { followers.allSatisfy { $0.end == "URLError" } }
        transport.setDown(false)
        let again = (0..<3).map { Follower("l\($0)", since: 1, on: service) }
        try await wait("the stream") { again.allSatisfy { $0.opened.last == true } }
        #expect(transport.sent.last?.headers["Last-Event-ID"] == nil)
    }

    @Test("lists that the server does not give together are followed one by one; a refused token is told to all", .timeLimit(.minutes(1)))
    func refused() async throws {
        let service = try service(Lonely(next: transport, status: 404))
        let followers = (0..<3).map { Follower("l\($0)", since: 1, on: service) }
        try await wait("the streams") { followers.allSatisfy { $0.opened.last == false } }
        #expect(transport.requests.suffix(3).allSatisfy { $0.hasSuffix("/events?max=10") })
        let strict = try self.service(Lonely(next: transport, status: 401))
        let others = (0..<3).map { Follower("l\($0)", since: 1, on: strict) }
        try await wait("the end") { others.allSatisfy { $0.end == "ListFailure" } }
    }
}
