import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

/// A list of sections `s0`, `s1` … with 60 items each, whose item `i4` has the value 4.
@MainActor
private final class LongList {
    let transport: FakeTransport
    let provider: RemoteDataProvider<Int>
    let view: StrictListView<RemoteDataProvider<Int>>
    private(set) var steps: [String] = []
    private var consumer: Task<Void, Never>?

    /// - Parameters:
    ///   - sections: How many there are.
    ///   - gate: Passed by each page of sections but the first.
    init(_ sections: Int, change: (inout ListOptions) -> Void = { _ in }, gate: @escaping @Sendable (Int) async throws -> Void) throws {
        transport = FakeTransport { request in
            let numbers = Dictionary(
                (request.url.query ?? "").split(separator: "&").map { $0.split(separator: "=") }.compactMap { pair in
                    Int(pair[1]).map { (String(pair[0]), $0) }
                }
            ) { first, _ in first }
            let (offset, limit) = (numbers["offset"] ?? 0, numbers["limit"] ?? 0)
            switch request.url.lastPathComponent {
            case "sections":
                if offset > 0 { try await gate(offset) }
                let page = (offset..<min(sections, offset + limit)).map { Self.section($0, rows: numbers["items"] ?? 0) }
                let head = #""list":"l","version":\#(numbers["at"] ?? 1),"sectionCount":\#(sections),"offset":\#(offset)"#
                return TransportResponse(status: 200, body: Data(#"{\#(head),"sections":[\#(page.joined(separator: ","))]}"#.utf8))
            case "items":
                let rows = (offset..<offset + limit).map { Self.item($0 / 60, $0 % 60) }.joined(separator: ",")
                let body = #"{"version":1,"itemCount":\#(sections * 60),"offset":\#(offset),"items":[\#(rows)]}"#
                return TransportResponse(status: 200, body: Data(body.utf8))
            default: return TransportResponse(status: 200, body: Data(#"{"title":"Long","metadata":{}}"#.utf8))
            }
        }
        var options = FakeList.options
        change(&options)
        let base = try #require(URL(string: "http://server"))
        provider = RemoteDataProvider(SectionalService(base, transport: transport), list: "l", options: options)
        view = StrictListView(provider)
        consumer = Task { @MainActor [provider, weak self] in
            for await update in provider.changes { self?.show(update) }
        }
    }

    deinit { consumer?.cancel() }

    private func show(_ update: ListUpdate<Int>) {
        view.show(update)
        if case .reload = update { steps.append("reload \(provider.numberOfSections())") }
        if case .stages = update { steps.append("stages \(provider.numberOfSections())") }
    }

    private nonisolated static func item(_ section: Int, _ row: Int) -> String {
        let (id, value) = (section * 60 + row, section * 60 + row)
        return #"{"id":"i\#(id)","indexPath":[\#(section),\#(row)],"type":null,"cell":"Cell","revision":1,"value":\#(value)}"#
    }

    private nonisolated static func section(_ index: Int, rows: Int) -> String {
        let items = (0..<min(60, rows)).map { item(index, $0) }.joined(separator: ",")
        let head = #""id":"s\#(index)","index":\#(index),"header":"section \#(index)","footer":null,"metadata":{},"itemCount":60"#
        return rows > 0 ? #"{\#(head),"items":[\#(items)]}"# : "{\(head)}"
    }

    func wait(_ location: SourceLocation = #_sourceLocation, _ holds: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(50)
        while !holds() {
            let words = "never came; \(provider.state) \(steps) \(view.violations)"
            try #require(ContinuousClock.now < deadline, "\(words)", sourceLocation: location)
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

@Suite("The first sections of a long list")
@MainActor
struct FirstSectionsTests {
    @Test("are on the screen with their rows before the others are there, which come before changes", .timeLimit(.minutes(1)))
    func first() async throws {
        let (gate, opened) = AsyncStream<Void>.makeStream()
        let list = try LongList(2_600) { _ in for await _ in gate {} }
        let provider = list.provider
        provider.start()
        try await list.wait { provider.loadedRow(at: [9, 49])?.value == 9 * 60 + 49 }
        #expect(list.transport.requests.count { $0.contains("items=50") } == 1 && list.steps == ["reload 10"])
        #expect(!list.transport.requests.contains { $0.contains("/items?") } && provider.info.title == "Long")
        #expect(provider.numberOfSections() == 10 && provider.remainingSections == 2_590 && provider.itemCount == 600)
        // A row that came with no section is asked for as any other.
        #expect(provider.item(at: [3, 55]) == nil)
        try await list.wait { provider.loadedRow(at: [3, 55])?.value == 235 }
        #expect(provider.state == .connecting)
        opened.finish()
        try await list.wait { provider.state == .live && provider.numberOfSections() == 2_600 }
        #expect(provider.remainingSections == 0 && provider.itemCount == 156_000 && provider.section(at: 2_599).id == "s2599")
        // Few stages, each larger than all before.
        #expect(list.steps.count <= 7 && list.view.reloads == 1)
        let update = #"{"indexPath":[2599,59],"item":{"id":"i155999","type":null,"cell":"Cell","revision":2,"value":-1}}"#
        let none = #""deleted":[],"inserted":[],"moved":[]"#
        let stage = #"{"sections":{\#(none),"updated":[]},"items":{\#(none),"updated":[\#(update)]}}"#
        _ = provider.item(at: [2_599, 59])
        try await list.wait { provider.loadedRow(at: [2_599, 59]) != nil }
        list.transport.send("change", id: 2, #"{"list":"l","from":1,"to":2,"reload":false,"properties":null,"stages":[\#(stage)]}"#)
        try await list.wait { provider.loadedRow(at: [2_599, 59])?.value == -1 }
        list.view.verify()
        #expect(list.view.violations == [])
    }

    @Test("stay on the screen where the others do not come, and the whole list takes their place later", .timeLimit(.minutes(1)))
    func broken() async throws {
        let isDown = Atomic<Bool>(true)
        let list = try LongList(3_000) { offset in
            if isDown.load(ordering: .relaxed), offset > 1_000 { throw URLError(.networkConnectionLost) }
        }
        let provider = list.provider
        provider.start()
        try await list.wait { if case .waiting = provider.state { true } else { false } }
        #expect(provider.numberOfSections() >= 10 && provider.remainingSections == 3_000 - provider.numberOfSections())
        isDown.store(false, ordering: .relaxed)
        provider.reconnect()
        try await list.wait { provider.state == .live && provider.numberOfSections() == 3_000 }
        #expect(provider.remainingSections == 0 && list.view.reloads == 2 && list.view.violations == [])
        #expect(provider.loadedRow(at: [0, 0])?.value == 0)
    }

    @Test("wait for the others where somebody looks for an item in one of these", .timeLimit(.minutes(1)))
    func jump() async throws {
        let (gate, opened) = AsyncStream<Void>.makeStream()
        let list = try LongList(600) { _ in for await _ in gate {} }
        list.provider.start()
        try await list.wait { list.provider.numberOfSections() == 10 }
        let jump = Task { @MainActor in try await list.provider.rows.load(around: "i15000") }
        for _ in 0..<20 { await Task.yield() }
        #expect(!list.transport.requests.contains { $0.contains("around=") })
        opened.finish()
        _ = try? await jump.value
        try await list.wait { list.provider.remainingSections == 0 }
        #expect(list.transport.requests.contains { $0.contains("around=@i15000") })
    }

    @Test("are taken by a screen that comes later with all the others at once", .timeLimit(.minutes(1)))
    func merged() {
        var queue = ScreenUpdateQueue<Int>()
        func part(_ range: Range<Int>) -> ChangesAnswer<Int> {
            ChangesAnswer(range.map { ListSection(id: "s\($0)", itemCount: 2) }, from: range.lowerBound, of: 9, at: 4)
        }
        var model = ListModel<Int>(version: 4, sections: [ListSection(id: "s0", itemCount: 2)])
        model.remaining = 8
        queue.add(.init(model: model))
        var isAdded = queue.add(sections: part(1..<3))
        #expect(isAdded)
        let content = queue.takeContent()
        #expect(content?.model.sections.count == 3 && content?.model.remaining == 6 && content?.model.itemCount == 6)
        // Beside a screen that has the first, nothing of what waits is dropped, however much it is.
        isAdded = queue.add(sections: part(3..<5)) && queue.add(sections: part(5..<9))
        queue.dropChanges()
        let sections = queue.takeSections()
        #expect(isAdded && sections?.stages.first?.sections.inserted.map(\.index) == Array(3..<9))
        #expect(sections?.remaining == 0 && sections?.from == 4)
        _ = queue.add(sections: part(3..<9))
        queue.add(.init(model: model))
        let left = queue.takeSections()
        #expect(left?.from == nil)
    }
}
