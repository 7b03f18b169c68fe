import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

@Suite("A list as SwiftUI shows it")
@MainActor
struct ListPresenterTests {
    /// A presenter of a list, which takes its updates.
    @MainActor
    private final class Shown {
        let list: FakeList
        let presenter: ListPresenter<RemoteDataProvider<Int>>
        private(set) var phases: [ListPhase] = []
        private var following: Task<Void, Never>?

        init(
            count: Int = 100, exists: @escaping @Sendable () -> Bool = { true },
            write: @escaping @Sendable (TransportRequest) async throws -> TransportResponse = { _ in FakeList.accepted(2) }
        ) async throws {
            list = try FakeList(count: count, exists: exists, write: write)
            await list.leave()
            presenter = ListPresenter(list.provider)
            presenter.willChange = { [weak self] in
                guard let self, phases.last != presenter.phase else { return }
                phases.append(presenter.phase)
            }
        }

        deinit { following?.cancel() }

        func follow() {
            following = Task { [presenter] in await presenter.follow() }
        }

        func wait(_ holds: () -> Bool) async throws { try await list.wait(holds) }
    }

    @Test("has rows whose identity stays while they load, where they move, and where others come and go", .timeLimit(.minutes(1)))
    func identity() async throws {
        let shown = try await Shown()
        shown.follow()
        try await shown.wait { shown.presenter.state == .live }
        let presenter = shown.presenter
        let before = presenter.sections[0].rows.map(\.id)
        #expect(before == Array(0..<100) && presenter.sections.map(\.id) == ["a"] && presenter.phase == .rows)
        #expect(presenter.row(at: [0, 3]) == nil)
        presenter.appeared([0, 3])
        try await shown.wait { presenter.row(at: [0, 3])?.value == 3 }
        #expect(presenter.sections[0].rows.map(\.id) == before)
        presenter.move(IndexSet(integer: 3), to: 1, in: 0)
        try await shown.wait { presenter.row(at: [0, 1])?.id == "i3" }
        #expect(presenter.sections[0].rows.prefix(5).map(\.id) == [0, 3, 1, 2, 4])
        #expect(presenter.sections[0].rows[1].indexPath == [0, 1])
    }

    @Test("sends what hands do to what they saw, and tells of refusals", .timeLimit(.minutes(1)))
    func hands() async throws {
        let requests = Mutex<[String]>([])
        let shown = try await Shown(write: { request in
            let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
            requests.withLock { $0.append("\(request.method) \(request.url.lastPathComponent) \(body)") }
            return request.method == "DELETE" ? FakeList.problem(412, "precondition-failed") : FakeList.accepted(2)
        })
        shown.follow()
        try await shown.wait { shown.presenter.state == .live }
        let presenter = shown.presenter
        #expect(presenter.isEditable)
        // Nobody has seen what is there.
        presenter.delete(IndexSet(integer: 60), in: 0)
        #expect(presenter.failure as? ListFailure == .notLoaded)
        presenter.failure = nil
        _ = presenter.row(at: [0, 0])
        try await shown.wait { presenter.row(at: [0, 9]) != nil }
        presenter.delete(IndexSet([2]), in: 0)
        try await shown.wait { presenter.failure != nil }
        #expect(requests.withLock { $0 } == ["DELETE @i2 "])
        presenter.move(IndexSet([5]), to: 6, in: 0)
        presenter.move(IndexSet([1, 3]), to: 8, in: 0)
        try await shown.wait { requests.withLock { $0.count } == 2 }
        let moves = [1, 3].map { #"{"op":"moveItem","item":"@i\#($0)","before":"@i8"}"# }.joined(separator: ",")
        let sent = requests.withLock { $0.last }?.split(separator: " ").last.map { Data($0.utf8) } ?? Data()
        let expected = Data(#"{"operations":[\#(moves)]}"#.utf8)
        #expect(try JSONDecoder().decode(JSONValue.self, from: sent) == JSONDecoder().decode(JSONValue.self, from: expected))
        var told: [any Error] = []
        presenter.failure = nil
        presenter.report = { told.append($0) }
        presenter.delete(IndexSet(integer: 70), in: 0)
        #expect(told.count == 1 && presenter.failure == nil)
    }

    @Test("asks the server again where somebody pulls, and is done when it has answered, or cannot", .timeLimit(.minutes(1)))
    func refresh() async throws {
        let shown = try await Shown()
        await shown.presenter.refresh()
        shown.presenter.failure = nil
        shown.follow()
        try await shown.wait { shown.presenter.state == .live }
        func streams() -> Int { shown.list.transport.requests.count { $0.contains("/events?") } }
        let before = streams()
        await shown.presenter.refresh()
        #expect(streams() == before + 1 && shown.list.provider.state == .live)
        shown.list.transport.setDown(true)
        await shown.presenter.refresh()
        if case .waiting = shown.list.provider.state {} else { Issue.record("\(shown.list.provider.state)") }
        shown.list.transport.setDown(false)
        await shown.presenter.refresh()
        #expect(shown.list.provider.state == .live)
    }

    @Test("says what there is instead of rows", .timeLimit(.minutes(1)))
    func phases() async throws {
        let exists = Atomic<Bool>(false)
        let shown = try await Shown(count: 0, exists: { exists.load(ordering: .relaxed) })
        #expect(shown.presenter.phase == .loading)
        shown.follow()
        try await shown.wait { shown.presenter.phase == .missing && shown.list.provider.follower.session.isLive }
        exists.store(true, ordering: .relaxed)
        shown.list.transport.send("change", id: 1, #"{"list":"l","from":0,"to":1,"reload":true,"properties":null,"stages":[]}"#)
        try await shown.wait { shown.presenter.phase == .empty }
        let failure = ListFailure.listNotFound
        #expect(ListPhase(.ended(failure), hasRows: false, isLoaded: true) == .failed(failure))
        #expect(ListPhase(.ended(failure), hasRows: true, isLoaded: true) == .rows)
        #expect(ListPhase(.waiting(until: Date()), hasRows: false, isLoaded: false) == .unreachable)
        #expect(ListPhase(.waiting(until: Date()), hasRows: false, isLoaded: true) == .empty)
        #expect(ListPhase(.offline(cachedAt: Date()), hasRows: false, isLoaded: false) == .loading)
    }

    @Test("shows arrays in a preview, which is edited as a list with a server is", .timeLimit(.minutes(1)))
    func preview() async throws {
        let presenter = ListPresenter(PreviewDataProvider([["a", "b"], []], headers: ["One"]))
        var changes = 0
        presenter.willChange = { changes += 1 }
        let following = Task { await presenter.follow() }
        defer { following.cancel() }
        for _ in 0..<1_000 where presenter.sections.isEmpty { await Task.yield() }
        #expect(presenter.sections.map { $0.rows.count } == [2, 0] && presenter.sections[0].section.header == "One")
        #expect(presenter.phase == .rows && presenter.isEditable && changes > 0)
        presenter.move(IndexSet(integer: 0), to: 2, in: 0)
        for _ in 0..<1_000 where presenter.row(at: [0, 0])?.value == "a" { await Task.yield() }
        #expect(presenter.row(at: [0, 1])?.value == "a")
        presenter.delete(IndexSet(integer: 1), in: 0)
        for _ in 0..<1_000 where presenter.sections[0].rows.count == 2 { await Task.yield() }
        await presenter.refresh()
        #expect(presenter.failure == nil && presenter.row(at: [0, 0])?.value == "b" && presenter.sections[0].rows.count == 1)
        presenter.source.failure = .notLoaded
        presenter.delete(IndexSet(integer: 0), in: 0)
        for _ in 0..<1_000 where presenter.failure == nil { await Task.yield() }
        #expect(presenter.failure as? ListFailure == .notLoaded && presenter.sections[0].rows.count == 1)
    }
}
