import Foundation
import SectionalClient
import Synchronization
import TestSupport
import Testing

/// Counts what goes over the network.
private final class CountingTransport: Transport {
    struct Traffic {
        var requests: [String] = []
        var bytes = 0
    }

    private let next = URLSessionTransport()
    private let traffic = Mutex(Traffic())

    var seen: Traffic { traffic.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        traffic.withLock { $0.requests.append(request.url.lastPathComponent) }
        let response = try await next.send(request)
        traffic.withLock { $0.bytes += response.body.count }
        return response
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        traffic.withLock { $0.requests.append(request.url.lastPathComponent) }
        return try await next.open(request)
    }
}

@Suite("The first rows of a client", .serialized)
@MainActor
struct ClientFirstRowsTests {
    private static let sections = 100_000

    private static func list() -> String {
        (0..<sections).map { section in
            #"{"section":{"id":"s\#(section)","header":"section \#(section)"}}"# + "\n"
                + (0..<2).map { #"{"item":{"id":"i\#(section)-\#($0)","value":{"title":"item \#($0)","n":\#(section)}}}"# + "\n" }.joined()
        }.joined()
    }

    @Test("come with one request for sections, in a list of 100,000, and the others after them", .timeLimit(.minutes(3)))
    func firstRows() async throws {
        let server = try ServerProcess()
        let client = try server.connect()
        #expect(try client.send("PUT", "/lists/a", ["Content-Type": "application/x-ndjson"], body: Self.list()).status == 201)
        let base = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        let transport = CountingTransport()
        var options = ListOptions()
        options.cache = nil
        let provider = RemoteDataProvider<Reading>(SectionalService(base, transport: transport), list: "a", options: options)
        let view = StrictListView(provider)
        let start = ContinuousClock.now
        var first: (traffic: CountingTransport.Traffic, after: Duration)?
        let screen = Task { @MainActor in
            for await update in provider.changes {
                view.show(update)
                if first == nil, provider.loadedRow(at: [9, 1]) != nil { first = (transport.seen, ContinuousClock.now - start) }
            }
        }
        defer { screen.cancel() }
        provider.start()
        while provider.state != .live || provider.numberOfSections() < Self.sections { try await Task.sleep(for: .milliseconds(2)) }
        let all = (traffic: transport.seen, after: ContinuousClock.now - start)
        let shown = try #require(first)
        // Some of the others may have been asked for by the time that somebody looks.
        #expect(shown.traffic.requests.prefix(2).sorted() == ["a", "sections"] && shown.traffic.requests.count <= 7)
        #expect(view.reloads == 1 && view.batches <= 10 && provider.remainingSections == 0)
        view.verify()
        #expect(view.violations == [] && provider.itemCount == 2 * Self.sections)
        // A change comes to the last section, which is where it is on the server.
        let change = #"{"item":{"id":"new","value":{"title":"new","n":1}}}"#
        #expect(try client.send("POST", "/lists/a/sections/@s\(Self.sections - 1)/items", body: change).status == 201)
        while provider.itemCount == 2 * Self.sections { try await Task.sleep(for: .milliseconds(2)) }
        #expect(provider.numberOfItems(in: Self.sections - 1) == 3 && view.violations == [])
        print(
            "first rows of \(Self.sections) sections: \(shown.traffic.requests.count) requests, \(shown.traffic.bytes) bytes, \(shown.after); "
                + "all sections: \(all.traffic.requests.count), \(all.traffic.bytes), \(all.after), \(view.batches) stages")
    }
}
