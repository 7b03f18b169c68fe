import Foundation
import Testing

@testable import SectionalClient

@Suite("Who takes the updates of a list")
@MainActor
struct UpdateConsumerTests {
    @Test("is the one that has asked last; the loop of another ends", .timeLimit(.minutes(1)))
    func newest() async throws {
        let provider = PreviewDataProvider(["a"])
        var taken: [String] = []
        let older = Task { @MainActor in
            for await _ in provider.changes { taken.append("older") }
        }
        while taken.isEmpty { await Task.yield() }
        let newer = Task { @MainActor in
            for await _ in provider.changes { taken.append("newer") }
        }
        await older.value
        try await provider.updateItem(at: [0, 0], value: "b")
        while taken.count < 2 { await Task.yield() }
        #expect(taken == ["older", "newer"])
        newer.cancel()
        await newer.value
    }

    @Test("is not changed by a sequence that nobody asks, nor by one that has ended")
    func asking() async {
        let consumer = UpdateConsumer()
        let (first, second) = (consumer.makeSequence(), consumer.makeSequence())
        #expect(await consumer.next(of: first) { 1 } == 1)
        #expect(await consumer.next(of: second) { 2 } == 2)
        #expect(await consumer.next(of: first) { 3 } == nil)
    }

    @Test("is the later of two that take from one sequence", .timeLimit(.minutes(1)))
    func oneSequence() async {
        let consumer = UpdateConsumer()
        let sequence = consumer.makeSequence()
        var updates: [Int] = []
        let waiting = Task { @MainActor in await consumer.next(of: sequence) { updates.popLast() } }
        await Task.yield()
        let later = Task { @MainActor in await consumer.next(of: sequence) { updates.popLast() } }
        #expect(await waiting.value == nil)
        updates = [7]
        consumer.wake()
        #expect(await later.value == 7)
    }
}
