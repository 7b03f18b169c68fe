import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

/// A list of one section, `a`, whose item `i3` has the value 3 at first, and a screen that shows it.
@MainActor
final class FakeList {
    let transport: FakeTransport
    let provider: RemoteDataProvider<Int>
    let view: StrictListView<RemoteDataProvider<Int>>
    /// What the first row has shown, one value after the other.
    private(set) var shown: [Int?] = []
    private(set) var states: [ConnectionState] = []
    private(set) var refusals: [ListRefusal<Int>] = []
    private(set) var infos: [ListInfo] = []
    /// Whether the first row is looked at after each update.
    var isLooking = true
    private var consumer: Task<Void, Never>?

    /// - Parameters:
    ///   - count: How many items there are.
    ///   - exists: Whether there is a list; its address answers 404 where there is none.
    ///   - created: `List-Created` and the head; the list is at version 1 where it says nothing.
    ///   - properties: The list's own, as JSON.
    ///   - write: Answers what is neither a page nor the sections nor these.
    init(
        count: Int = 100, options: ListOptions = FakeList.options, exists: @escaping @Sendable () -> Bool = { true },
        created: @escaping @Sendable () -> (time: String, head: Int)? = { nil }, properties: String = #"{"title":null,"metadata":{}}"#,
        write: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
    ) throws {
        transport = FakeTransport { request in
            guard exists() else { return Self.problem(404, "list-not-found") }
            let list = created()
            if request.method == "GET", request.url.lastPathComponent == "l" {
                return TransportResponse(status: 200, body: Data(properties.utf8))
            }
            if var page = try await Self.answer(request, count, head: list?.head ?? 1) {
                page.headers["list-created"] = list?.time
                return page
            }
            return try await write(request)
        }
        let base = try #require(URL(string: "http://server/base"))
        provider = RemoteDataProvider(SectionalService(base, transport: transport), list: "l", options: options)
        view = StrictListView(provider)
        consumer = Task { @MainActor [provider, weak self] in
            for await update in provider.changes { self?.show(update) }
        }
    }

    deinit { consumer?.cancel() }

    nonisolated static var options: ListOptions {
        var options = ListOptions()
        options.cache = nil
        return options
    }

    private func show(_ update: ListUpdate<Int>) {
        if case .state(let state) = update { states.append(state) }
        if case .refused(let refusal) = update { refusals.append(refusal) }
        if case .info(let info) = update { infos.append(info) }
        view.show(update)
        look()
    }

    func look() {
        guard isLooking, provider.numberOfSections() > 0, provider.numberOfItems(in: 0) > 0 else { return }
        let value = provider.item(at: [0, 0])
        if shown.last != .some(value) { shown.append(value) }
    }

    /// Starts, and waits for the first rows.
    func load() async throws {
        provider.start()
        try await wait { self.provider.state == .live && self.shown.last == .some(0) }
    }

    /// Leaves the updates to somebody else.
    func leave() async {
        consumer?.cancel()
        await consumer?.value
    }

    func wait(_ holds: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !holds() {
            try #require(ContinuousClock.now < deadline, "never came; \(provider.state) \(transport.requests.suffix(5))")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private nonisolated static func answer(_ request: TransportRequest, _ count: Int, head: Int) async throws -> TransportResponse? {
        guard request.method == "GET" else { return nil }
        let query = Dictionary(
            (request.url.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
                .map { ($0[0], $0.last ?? "") }
        ) { first, _ in first }
        let version = query["at"] ?? "\(head)"
        switch request.url.lastPathComponent {
        case "sections":
            let section = #"{"id":"a","index":0,"header":null,"footer":null,"metadata":{},"itemCount":\#(count)}"#
            let body = #"{"list":"l","version":\#(version),"sectionCount":1,"itemCount":\#(count),"offset":0,"sections":[\#(section)]}"#
            return TransportResponse(status: 200, body: Data(body.utf8))
        case "items":
            let limit = Int(query["limit"] ?? "") ?? 50
            var offset = Int(query["offset"] ?? "") ?? 0
            if let around = query["around"], let place = Int(around.dropFirst(2)) { offset = max(0, min(place - limit / 2, count - limit)) }
            let items = (offset..<max(offset, min(count, offset + limit))).map { item($0, value: "\($0)", revision: 1) }
            let body = #"{"version":\#(version),"itemCount":\#(count),"offset":\#(offset),"items":[\#(items.joined(separator: ","))]}"#
            return TransportResponse(status: 200, body: Data(body.utf8))
        default: return nil
        }
    }

    nonisolated static func item(_ row: Int, value: String, revision: Int) -> String {
        #"{"id":"i\#(row)","indexPath":[0,\#(row)],"type":null,"cell":"Cell","revision":\#(revision),"value":\#(value)}"#
    }

    /// The event of a version that gives the first item a value.
    func sendUpdate(_ value: String, version: Int, from: Int? = nil) {
        let update = #"{"indexPath":[0,0],"item":\#(Self.item(0, value: value, revision: version))}"#
        let none = #""deleted":[],"inserted":[],"moved":[],"updated":[]"#
        let stage = #"{"sections":{\#(none)},"items":{"deleted":[],"inserted":[],"moved":[],"updated":[\#(update)]}}"#
        let change = #"{"list":"l","from":\#(from ?? version - 1),"to":\#(version),"reload":false,"properties":null,"stages":[\#(stage)]}"#
        transport.send("change", id: version, change)
    }

    nonisolated static func accepted(_ version: Int) -> TransportResponse {
        TransportResponse(status: 200, headers: ["List-Version": "\(version)", "ETag": "\"r\(version)-0.0@i0\""])
    }

    nonisolated static func problem(_ status: Int, _ slug: String) -> TransportResponse {
        TransportResponse(status: status, body: Data(#"{"type":"/problems/\#(slug)","status":\#(status)}"#.utf8))
    }
}
