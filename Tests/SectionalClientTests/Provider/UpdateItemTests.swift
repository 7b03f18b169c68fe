import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SectionalClient

/// What a row shows while a value is written to it: never the old value between the new one and what the server has.
@Suite("A value that is written")
@MainActor
struct UpdateItemTests {
    /// Answers that a test gives when it wants to, in the order of the requests.
    private final class Answers: Sendable {
        private let waiting = Mutex<[CheckedContinuation<TransportResponse, any Error>]>([])

        @Sendable func ask(_ request: TransportRequest) async throws -> TransportResponse {
            try await withCheckedThrowingContinuation { continuation in waiting.withLock { $0.append(continuation) } }
        }

        var count: Int { waiting.withLock { $0.count } }

        func give(_ response: TransportResponse) { waiting.withLock { $0.removeFirst() }.resume(returning: response) }
    }

    private let answers = Answers()
    private let list: FakeList

    init() throws { list = try FakeList(write: answers.ask) }

    private func write(_ value: Int) -> Task<ListVersion, any Error> {
        let provider = list.provider
        return Task { try await provider.updateItem(at: [0, 0], value: value) }
    }

    @Test("is shown at once and never flashes back, when the event comes after the answer")
    func eventAfter() async throws {
        try await list.load()
        let task = write(100)
        try await list.wait { answers.count == 1 && list.shown.last == 100 }
        answers.give(FakeList.accepted(2))
        #expect(try await task.value == 2)
        #expect(list.provider.row(at: [0, 0])?.isPending == true)
        list.sendUpdate("100", version: 2)
        try await list.wait { list.provider.version == 2 }
        #expect(list.provider.row(at: [0, 0])?.isPending == false && list.provider.row(at: [0, 0])?.revision == 2)
        #expect(list.shown == [nil, 0, 100] && list.view.violations == [])
    }

    @Test("never flashes back when the event comes before the answer, even with another's value after it")
    func eventBefore() async throws {
        try await list.load()
        let task = write(100)
        try await list.wait { answers.count == 1 }
        list.sendUpdate("100", version: 2)
        list.sendUpdate("200", version: 3)
        try await list.wait { list.provider.version == 3 }
        // Whose value that is nobody knows before the answer.
        #expect(list.shown.last == 100)
        answers.give(FakeList.accepted(2))
        #expect(try await task.value == 2)
        try await list.wait { list.shown.last == 200 }
        #expect(list.shown == [nil, 0, 100, 200])
    }

    @Test("stays as long as no answer and no event comes")
    func never() async throws {
        try await list.load()
        let task = write(100)
        try await list.wait { answers.count == 1 }
        for version in 2...5 { list.transport.send("change", id: version, emptyChange(version)) }
        try await list.wait { list.provider.version == 5 }
        #expect(list.shown == [nil, 0, 100] && list.provider.row(at: [0, 0])?.isPending == true)
        answers.give(FakeList.problem(404, "list-not-found"))
        await #expect(throws: ListFailure.listNotFound) { try await task.value }
    }

    private func emptyChange(_ version: Int) -> String {
        #"{"list":"l","from":\#(version - 1),"to":\#(version),"reload":false,"properties":null,"stages":[]}"#
    }

    @Test("is taken back when it is refused", arguments: [(412, "precondition-failed"), (404, "item-not-found"), (409, "item-gone")])
    func refused(status: Int, slug: String) async throws {
        try await list.load()
        let task = write(100)
        try await list.wait { answers.count == 1 && list.shown.last == 100 }
        answers.give(FakeList.problem(status, slug))
        await #expect(throws: ListFailure.self) { try await task.value }
        #expect(list.provider.item(at: [0, 0]) == 0)
        try await list.wait { list.shown == [nil, 0, 100, 0] }
        try await list.wait { list.view.staleRows.isEmpty }
    }

    @Test("stays when an earlier one is refused, and goes with what was seen")
    func firstRefused() async throws {
        try await list.load()
        let first = write(100)
        try await list.wait { answers.count == 1 }
        let second = write(200)
        try await list.wait { list.shown.last == 200 }
        #expect(answers.count == 1)
        answers.give(FakeList.problem(422, "value-does-not-match-type"))
        await #expect(throws: ListFailure.self) { try await first.value }
        #expect(list.provider.item(at: [0, 0]) == 200)
        try await list.wait { answers.count == 1 }
        answers.give(FakeList.accepted(2))
        #expect(try await second.value == 2)
        list.sendUpdate("200", version: 2)
        try await list.wait { list.provider.version == 2 }
        #expect(list.shown == [nil, 0, 100, 200])
        let puts = list.transport.sent.filter { $0.method == "PUT" }
        #expect(puts.map { $0.headers["If-Match"] } == ["\"r1@i0\"", "\"r1@i0\""])
        #expect(Set(puts.map { $0.headers["Idempotency-Key"] }).count == 2)
    }

    @Test("goes over what an earlier one has made")
    func chain() async throws {
        try await list.load()
        let (first, second) = (write(100), write(200))
        try await list.wait { answers.count == 1 && list.shown.last == 200 }
        answers.give(FakeList.accepted(2))
        #expect(try await first.value == 2)
        list.sendUpdate("100", version: 2)
        try await list.wait { answers.count == 1 && list.provider.version == 2 }
        #expect(list.shown.last == 200)
        answers.give(FakeList.accepted(3))
        #expect(try await second.value == 3)
        list.sendUpdate("200", version: 3)
        try await list.wait { list.provider.version == 3 }
        #expect(!list.shown.dropFirst(2).contains(0) && list.shown.last == 200)
        let puts = list.transport.sent.filter { $0.method == "PUT" }
        #expect(puts.map { $0.headers["If-Match"] } == ["\"r1@i0\"", "\"r2@i0\""])
        #expect(puts.map { $0.url.absoluteString }.first == "http://server/base/lists/l/items/@i0")
    }

    @Test("goes over what an earlier one has made, also before the screen shows that")
    func unseen() async throws {
        try await list.load()
        let first = write(100)
        try await list.wait { answers.count == 1 }
        answers.give(FakeList.accepted(2))
        #expect(try await first.value == 2)
        let second = write(200)
        try await list.wait { answers.count == 1 }
        answers.give(FakeList.accepted(3))
        #expect(try await second.value == 3)
        let puts = list.transport.sent.filter { $0.method == "PUT" }
        #expect(puts.map { $0.headers["If-Match"] } == ["\"r1@i0\"", "\"r2@i0\""])
    }

    @Test("waits for the network with one key, and is done once")
    func offline() async throws {
        try await list.load()
        list.transport.setDown(true)
        let task = write(100)
        try await list.wait { list.transport.sent.contains { $0.method == "PUT" } }
        #expect(list.shown.last == 100)
        list.transport.setDown(false)
        list.provider.reconnect()
        try await list.wait { answers.count == 1 }
        answers.give(FakeList.accepted(2))
        #expect(try await task.value == 2)
        let puts = list.transport.sent.filter { $0.method == "PUT" }
        #expect(puts.count >= 2 && Set(puts.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    @Test("does not wait any longer when its task is cancelled, and is done all the same")
    func cancelled() async throws {
        try await list.load()
        let task = write(100)
        try await list.wait { answers.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(list.provider.item(at: [0, 0]) == 100)
        answers.give(FakeList.accepted(2))
        list.sendUpdate("100", version: 2)
        try await list.wait { list.provider.row(at: [0, 0])?.isPending == false }
        #expect(list.provider.item(at: [0, 0]) == 100)
    }

    @Test("goes to the row that somebody saw, or to none")
    func rows() async throws {
        try await list.load()
        await #expect(throws: ListFailure.notLoaded) { try await list.provider.updateItem(at: [0, 5_000], value: 1) }
        await #expect(throws: ListFailure.notLoaded) { try await list.provider.updateItem(at: [7, 0], value: 1) }
        await #expect(throws: ListFailure.notLoaded) { try await list.provider.insert(1, at: [7, 0]) }
        let row = try #require(list.provider.loadedRow(at: [0, 3]))
        let provider = list.provider
        let task = Task { try await provider.update(row, value: 9) }
        try await list.wait { answers.count == 1 }
        #expect(list.transport.requests.last == "PUT /base/lists/l/items/@i3?")
        answers.give(FakeList.problem(404, "item-not-found"))
        await #expect(throws: ListFailure.self) { try await task.value }
    }
}
