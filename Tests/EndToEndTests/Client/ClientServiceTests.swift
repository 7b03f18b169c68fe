import Foundation
import SectionalClient
import TestSupport
import Testing

/// Several lists of one app, which share a service.
@Suite("An app with several lists", .serialized)
@MainActor
struct ClientServiceTests {
    @Test(
        "follows six lists with one connection at a time, over a network that is cut, and each equals the server's",
        .timeLimit(.minutes(5)))
    func sixLists() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let server = try ServerProcess()
        let names = (0..<6).map { "l\($0)" }
        for name in names { #expect(try server.connect().send("PUT", "/lists/\(name)", body: ListWriters.content).status == 201) }
        let proxy = try FaultyProxy(to: server.port)
        let base = try #require(URL(string: "http://127.0.0.1:\(proxy.port)"))
        let service = SectionalService(base, transport: URLSessionTransport())
        let screens = try names.map { try FollowedScreen(port: proxy.port, list: $0, service: service) }
        for screen in screens { screen.provider.start() }
        for screen in screens { try await screen.wait(for: "the list") { screen.provider.state == .live && screen.provider.itemCount > 0 } }
        // One for whoever was first, and one for all.
        #expect(service.counts.streams <= names.count)
        let writers = names.map { ListWriters($0, port: server.port, threads: 1, seed: seed) }
        for _ in 0..<3 {
            try await ClientLength.pass(0.25)
            proxy.cutAll()
        }
        try await ClientLength.pass(0.25)
        // One leaves, and comes again: nothing is missing.
        screens[0].provider.stop()
        try await ClientLength.pass(0.25)
        screens[0].provider.start()
        let written = writers.reduce(0) { $0 + $1.stop() }
        for (name, screen) in zip(names, screens) {
            #expect(try await screen.compare(with: server.port, list: name) == [], "seed \(seed), \(name)")
        }
        // The last connection has them all: a change of each comes by it.
        let streams = service.counts.streams
        for name in names { #expect(try server.connect().send("PATCH", "/lists/\(name)", body: #"{"title":"end"}"#).status == 200) }
        for screen in screens { try await screen.wait(for: "the title") { screen.provider.info.title == "end" } }
        #expect(service.counts.streams == streams)
        print("six lists: \(written) writes, \(streams) streams, \(service.counts.requests) requests, \(service.counts.events) events")
    }

    @Test("two screens of one list share its connection", .timeLimit(.minutes(2)))
    func twoScreens() async throws {
        let server = try ServerProcess()
        #expect(try server.connect().send("PUT", "/lists/a", body: ListWriters.content).status == 201)
        let service = SectionalService(try #require(URL(string: "http://127.0.0.1:\(server.port)")), transport: URLSessionTransport())
        let screens = try (0..<2).map { _ in try FollowedScreen(port: server.port, service: service) }
        for screen in screens { screen.provider.start() }
        for screen in screens { try await screen.wait(for: "the list") { screen.provider.state == .live && screen.provider.itemCount > 0 } }
        let streams = service.counts.streams
        let writers = ListWriters("a", port: server.port, seed: UInt64.random(in: .min ... .max))
        try await ClientLength.pass(0.5)
        _ = writers.stop()
        for screen in screens { #expect(try await screen.compare(with: server.port) == []) }
        #expect(service.counts.streams == streams)
    }
}
