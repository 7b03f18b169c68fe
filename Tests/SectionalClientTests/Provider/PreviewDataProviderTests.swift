import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("A list of arrays")
@MainActor
struct PreviewDataProviderTests {
    @Test("answers as a list over the network does, and tells of every change")
    func arrays() async throws {
        let provider = PreviewDataProvider([["java", "swift"], ["js"]], headers: ["one"])
        let view = StrictListView(provider)
        let updates = provider.changes.makeAsyncIterator()
        let first = await updates.next()
        view.show(try #require(first))
        #expect(provider.numberOfSections() == 2 && provider.numberOfItems(in: 0) == 2 && provider.item(at: [0, 1]) == "swift")
        #expect(provider.section(at: 0).header == "one" && provider.section(at: 1).header == nil)
        #expect(provider.indexPath(of: "1-0") == [1, 0] && provider.indexPath(of: "2-0") == nil)
        #expect(try await provider.updateItem(at: [1, 0], value: "ts") == 2)
        provider.replace(with: [["c"]])
        for _ in 0..<2 {
            let update = await updates.next()
            view.show(try #require(update))
        }
        #expect(provider.numberOfSections() == 1 && provider.version == 3)
        view.verify(values: true)
        #expect(view.violations == [] && view.reloads == 2)
        provider.select([0, 0], context: ["a": 1])
        provider.perform("open", at: [0, 0])
        #expect(provider.interactions.map(\.action) == ["select", "open"] && provider.interactions[0].context == ["a": 1])
    }

    /// A screen that takes every update, and holds them to the rules of list views.
    private func shown(
        _ provider: PreviewDataProvider<String>
    ) -> (view: StrictListView<PreviewDataProvider<String>>, task: Task<Void, Never>) {
        let view = StrictListView(provider)
        let task = Task { @MainActor in for await update in provider.changes { view.show(update) } }
        return (view, task)
    }

    private func wait(_ holds: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(50)
        while !holds() {
            try #require(ContinuousClock.now < deadline, "never came")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func rows(_ provider: PreviewDataProvider<String>) -> [[String?]] {
        (0..<provider.numberOfSections()).map { section in
            (0..<provider.numberOfItems(in: section)).map { provider.item(at: [section, $0]) }
        }
    }

    @Test("edits as a list with a server does, by what is shown, and takes all of it back and does it again", .timeLimit(.minutes(1)))
    func edits() async throws {
        let provider = PreviewDataProvider<String>([["a", "b", "c"], ["d"]])
        let (view, task) = shown(provider)
        try await wait { view.reloads == 1 }
        #expect(!provider.canUndo)
        try await provider.insert("first", at: [0, 0], id: "first")
        try await wait { rows(provider)[0] == ["first", "a", "b", "c"] }
        try await provider.insert("last", after: [0, 3])
        try await provider.insert("before", before: [1, 0])
        try await wait { rows(provider) == [["first", "a", "b", "c", "last"], ["before", "d"]] }
        try await provider.move(from: [0, 0], to: [1, 2])
        try await wait { rows(provider) == [["a", "b", "c", "last"], ["before", "d", "first"]] }
        try await provider.move(from: [0, 0], to: [0, 2])
        try await wait { rows(provider)[0] == ["b", "c", "a", "last"] }
        try await provider.delete(at: [0, 1])
        try await wait { rows(provider)[0] == ["b", "a", "last"] }
        try await provider.updateItem(at: [0, 0], value: "B")
        #expect(provider.item(at: [0, 0]) == "B")
        try await provider.batch { batch in
            try batch.delete([1, 0])
            try batch.update([1, 1], value: "D")
            try batch.move([0, 0], after: [1, 1])
            batch.append("end", toSection: provider.section(at: 1))
        }
        let end = [["a", "last"], ["D", "B", "first", "end"]]
        try await wait { rows(provider) == end }
        var undone = 0
        while provider.canUndo {
            try await provider.undo()
            undone += 1
        }
        try await wait { rows(provider) == [["a", "b", "c"], ["d"]] }
        while provider.canRedo { try await provider.redo() }
        try await wait { rows(provider) == end }
        #expect(undone == 8 && provider.indexPath(of: "first") == [1, 2])
        view.verify(values: true)
        #expect(view.violations == [] && view.reloads == 1)
        task.cancel()
    }

    @Test("random edits end where plain arrays do, and break no rule of list views", .timeLimit(.minutes(1)))
    func random() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let provider = PreviewDataProvider<String>([["a", "b", "c"], ["d", "e"], []])
        var plain: [[String]] = [["a", "b", "c"], ["d", "e"], []]
        let (view, task) = shown(provider)
        try await wait { view.reloads == 1 }
        for number in 0..<300 {
            try await wait { rows(provider) == plain }
            let filled = plain.indices.filter { !plain[$0].isEmpty }
            let section = random.below(3)
            switch random.below(4) {
            case 0:
                let row = random.below(plain[section].count + 1)
                try await provider.insert("n\(number)", at: [section, row])
                plain[section].insert("n\(number)", at: row)
            case 1 where !filled.isEmpty:
                let (start, row) = (filled[random.below(filled.count)], 0)
                let value = plain[start].remove(at: row)
                let end = random.below(plain[section].count + 1)
                try await provider.move(from: [start, row], to: [section, end])
                plain[section].insert(value, at: end)
            case 2 where filled.count > 1:
                let start = filled[random.below(filled.count)]
                let row = random.below(plain[start].count)
                try await provider.delete(at: [start, row])
                plain[start].remove(at: row)
            case 3 where !filled.isEmpty:
                let start = filled[random.below(filled.count)]
                let row = random.below(plain[start].count)
                try await provider.updateItem(at: [start, row], value: "u\(number)")
                plain[start][row] = "u\(number)"
            default: break
            }
        }
        // A row that comes last has been shown after all that was told before it.
        try await provider.insert("end", at: [2, .max])
        try await wait { rows(provider)[2].last == "end" }
        view.verify(values: true)
        #expect(view.violations == [], "seed \(seed)")
        task.cancel()
    }

    @Test("shows placeholders, marks and every state, and refuses what it is told to", .timeLimit(.minutes(1)))
    func settings() async throws {
        let broken = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no text"))
        let provider = PreviewDataProvider<String>(
            sections: [
                (
                    ListSection(id: "s", header: "Today"),
                    [ListRow(id: "a", value: "A", isPending: true), ListRow(id: "b", cell: "B", value: nil, undecodable: broken)]
                )
            ], state: .connecting)
        #expect(provider.row(at: [0, 0])?.isPending == true && provider.row(at: [0, 1])?.undecodable != nil)
        #expect(provider.state == .connecting)
        provider.placeholders = ["a"]
        #expect(provider.row(at: [0, 0]) == nil && provider.numberOfItems(in: 0) == 2 && provider.indexPath(of: "a") == nil)
        await #expect(throws: ListFailure.notLoaded) { try await provider.updateItem(at: [0, 0], value: "x") }
        #expect(try await provider.load(around: "a") == [0, 0] && provider.row(at: [0, 0])?.value == "A")
        var states: [ConnectionState] = []
        let task = Task { @MainActor in
            for await update in provider.changes { if case .state(let state) = update { states.append(state) } }
        }
        let all: [ConnectionState] = [
            .offline(cachedAt: Date(timeIntervalSince1970: 0)), .waiting(until: Date(timeIntervalSince1970: 9)), .missing,
            .ended(.listNotFound), .idle, .live,
        ]
        for state in all { provider.show(state) }
        try await wait { states == all }
        task.cancel()
        let refusal = ListFailure.conflict(current: nil, Problem(slug: "precondition-failed", status: 412, title: "Somebody was first."))
        provider.failure = refusal
        await #expect(throws: refusal) { try await provider.delete(at: [0, 0]) }
        await #expect(throws: refusal) { try await provider.batch { try $0.delete([0, 0]) } }
        #expect(provider.numberOfItems(in: 0) == 2 && !provider.canUndo)
        #expect(try await provider.search("a").rows.map(\.id) == ["a"])
    }
}
