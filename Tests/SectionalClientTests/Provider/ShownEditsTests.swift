import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("Insertions and moves on the screen")
@MainActor
struct ShownEditsTests {
    /// A network that is gone.
    private struct Nowhere: Transport {
        func send(_ request: TransportRequest) async throws -> TransportResponse { throw URLError(.notConnectedToInternet) }
        func open(_ request: TransportRequest) async throws -> TransportStream { throw URLError(.notConnectedToInternet) }
    }

    private let provider: RemoteDataProvider<Int>
    let view: StrictListView<RemoteDataProvider<Int>>

    init() throws {
        let service = SectionalService(try #require(URL(string: "http://lists.test")), transport: Nowhere())
        provider = RemoteDataProvider(service, list: "a", options: FakeList.options)
        view = StrictListView(provider)
    }

    private var screen: ListScreen<Int> { provider.screen }

    /// Shows a list as the first one.
    func show(_ content: VersionedList.Version, version: ListVersion) async {
        var model = ListModel<Int>(
            version: version, sections: zip(content.ids, content.rows).map { ListSection(id: $0, itemCount: $1.count) })
        model.place(rows(content), at: 0)
        model.info.identity = .null
        screen.queue.add(ScreenUpdateQueue<Int>.Content(model: model))
        await take()
    }

    private func rows(_ content: VersionedList.Version) -> [ListRow<Int>] {
        content.rows.joined().map { ListRow(id: $0.id, revision: $0.revision, value: 0) }
    }

    /// Shows all updates that there are by now.
    ///
    /// - Parameter version: The version that they lead to.
    private func take(to version: ListVersion = 0) async {
        let task = Task { @MainActor in
            for await update in provider.changes { view.show(update) }
        }
        repeat { for _ in 0..<5 { await Task.yield() } } while (isBehind || screen.model.version < version) && !Task.isCancelled
        task.cancel()
        await task.value
    }

    private var isBehind: Bool {
        screen.current != nil || screen.queue.content != nil || !screen.queue.changedRows.isEmpty
            || screen.overlay.positions.arrangement != screen.model.arrangement
    }

    /// Begins an edit, whose answer does not come.
    func begin(_ edit: @escaping @MainActor (RemoteDataProvider<Int>) async throws -> Void) async {
        let count = provider.sender.queue.writes.count
        Task { [provider] in try? await edit(provider) }
        while provider.sender.queue.writes.count == count { await Task.yield() }
        await take()
    }

    var shown: [[String]] {
        (0..<provider.numberOfSections()).map { section in
            (0..<provider.numberOfItems(in: section)).map { provider.id(at: [section, $0]) ?? "?" }
        }
    }

    private func path(_ lists: [[String]], _ random: inout SeededGenerator, end: Bool) -> IndexPath? {
        let section = random.below(lists.count)
        let count = lists[section].count + (end ? 1 : 0)
        return count == 0 ? nil : [section, random.below(count)]
    }

    /// Does an edit to the screen, and to plain arrays.
    private func edit(_ lists: inout [[String]], _ number: Int, _ random: inout SeededGenerator, isBatched: Bool) async {
        let id = "own-\(number)"
        switch random.below(isBatched ? 7 : 5) {
        case 0, 1:
            guard let path = path(lists, &random, end: true) else { return }
            await begin { try await $0.insert(number, at: path, id: id) }
            lists[path[0]].insert(id, at: path[1])
        case 2:
            guard let path = path(lists, &random, end: false) else { return }
            await begin { try await $0.insert(number, after: path, id: id) }
            lists[path[0]].insert(id, at: path[1] + 1)
        case 5, 6: await moveInBatch(&lists, &random)
        default:
            guard let start = path(lists, &random, end: false) else { return }
            var rest = lists
            let id = rest[start[0]].remove(at: start[1])
            guard let end = path(rest, &random, end: true) else { return }
            await begin { try await $0.move(from: start, to: end) }
            rest[end[0]].insert(id, at: end[1])
            lists = rest
        }
    }

    /// A move that names one neighbour, and no section.
    private func moveInBatch(_ lists: inout [[String]], _ random: inout SeededGenerator) async {
        guard let start = path(lists, &random, end: false), let other = path(lists, &random, end: false), start != other,
            provider.loadedRow(at: start) != nil, provider.loadedRow(at: other) != nil
        else { return }
        await begin { try await $0.batch { try $0.move(start, before: other) } }
        let id = lists[start[0]].remove(at: start[1])
        lists[other[0]].insert(id, at: start[0] == other[0] && start[1] < other[1] ? other[1] - 1 : other[1])
    }

    @Test(
        "are shown at once, where plain arrays have them, and stay there when the list is loaded anew", .timeLimit(.minutes(2)),
        arguments: 0..<10)
    func offline(run: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var lists = (0..<3).map { section in (0..<random.below(12)).map { "i\(section)-\($0)" } }
        let content = VersionedList.Version(
            ids: ["a", "b", "c"], rows: lists.map { $0.map { VersionedList.Version.Row(id: $0, revision: 1) } })
        await show(content, version: 1)
        for number in 0..<60 {
            await edit(&lists, number, &random, isBatched: true)
            try #require(shown == lists, "seed \(seed), edit \(number)")
            if random.below(4) == 0 {
                await show(content, version: 1)
                try #require(shown == lists, "seed \(seed), loaded after edit \(number)")
            }
            try #require(view.violations == [], "seed \(seed), edit \(number)")
        }
        view.verify(values: true)
        #expect(view.violations == [], "seed \(seed)")
        #expect(provider.itemCount == lists.joined().count)
        for list in lists.joined() { #expect(provider.indexPath(of: list).map { provider.id(at: $0) } == list) }
        // All of them are refused: what was there before is there again.
        for write in provider.sender.queue.writes { _ = screen.overlay.positions.refused(key: write.key) }
        screen.consumer.wake()
        await take()
        #expect(shown == content.rows.map { $0.map(\.id) } && view.violations == [], "seed \(seed)")
    }

    @Test(
        "stay beside their rows while the server's list changes, and end where the server has them", .timeLimit(.minutes(4)),
        arguments: 0..<20)
    func follows(run: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let list = VersionedList()
        repeat { try list.scribble(random.next(), edits: 3) } while try list.head < 4
        var version = try list.head
        await show(try list.version(version), version: version)
        for number in 0..<80 {
            var lists = shown
            // Rows that are not loaded stand for a list of which only a part is known.
            if !lists.joined().contains("?") { await edit(&lists, number, &random, isBatched: false) }
            if !lists.joined().contains("?") { try #require(shown == lists, "seed \(seed), edit \(number)") }
            try list.scribble(random.next(), edits: 1 + random.below(run < 10 ? 3 : 25))
            let next = try list.head
            guard next > version else { continue }
            let change = ChangesAnswer<Int>(
                from: version, to: next, reload: false, stages: try list.stages(from: version, to: next))
            let isTaken = screen.queue.add(change, mergeAfter: 1_000, now: Date())
            #expect(isTaken)
            version = next
            await take(to: version)
            try #require(view.violations == [], "seed \(seed), version \(version)")
            try #require(screen.model.version == version, "seed \(seed)")
            let content = try list.version(version)
            if random.below(4) > 0 {
                screen.model.place(rows(content), at: 0)
                screen.rowsCame(content.rows.joined().map { ExactID($0.id) })
                await take()
            }
            try compare(content, "seed \(seed), version \(version)")
            settle(version, &random)
            await take()
            try #require(view.violations == [], "seed \(seed), version \(version)")
        }
        for write in provider.sender.queue.writes { screen.overlay.positions.answered(key: write.key, version: version) }
        screen.settleOverlay()
        await take()
        let content = try list.version(version)
        screen.model.place(rows(content), at: 0)
        screen.rowsCame(content.rows.joined().map { ExactID($0.id) })
        await take()
        view.verify(values: true)
        #expect(view.violations == [] && shown == content.rows.map { $0.map(\.id) }, "seed \(seed)")
    }

    /// An insertion beside `i1` and a move to the second section, of which the server knows nothing yet.
    private func editTwice() async {
        let lists = [["i0", "i1", "i2", "i3"], ["j0"]]
        let rows = lists.map { $0.map { VersionedList.Version.Row(id: $0, revision: 1) } }
        await show(VersionedList.Version(ids: ["a", "b"], rows: rows), version: 1)
        await begin { try await $0.insert(7, at: [0, 1], id: "own") }
        await begin { try await $0.move(from: [0, 3], to: [1, 0]) }
    }

    private func answer(_ write: Int, version: ListVersion) {
        screen.overlay.positions.answered(key: provider.sender.queue.writes[write].key, version: version)
        screen.settleOverlay()
    }

    /// The server has the insertion at a row of the first section, in version 2.
    private func insertion(at row: Int) -> ChangesAnswer<Int> {
        var stage = StageAnswer<Int>()
        stage.items.inserted = [.init(indexPath: RowPosition(0, row), item: ListRow(id: "own", revision: 2, value: 7))]
        return ChangesAnswer(from: 1, to: 2, reload: false, stages: [stage])
    }

    @Test("stay where they are, and are there once, when the server has them: before its answers and after them", arguments: [true, false])
    func settled(isAnswerFirst: Bool) async throws {
        await editTwice()
        let shownBefore = [["i0", "own", "i1", "i3"], ["i2", "j0"]]
        #expect(shown == shownBefore)
        let operations = view.operations
        if isAnswerFirst {
            answer(0, version: 2)
            answer(1, version: 3)
        }
        var move = StageAnswer<Int>()
        move.items.moved = [.init(id: "i2", from: RowPosition(0, 3), to: RowPosition(1, 0))]
        for change in [insertion(at: 1), ChangesAnswer(from: 2, to: 3, reload: false, stages: [move])] {
            let isTaken = screen.queue.add(change, mergeAfter: 4, now: Date())
            #expect(isTaken)
            await take(to: change.to)
            #expect(shown == shownBefore)
        }
        if !isAnswerFirst {
            #expect(provider.loadedRow(at: [0, 1])?.isPending == true)
            answer(0, version: 2)
            answer(1, version: 3)
            await take()
        }
        #expect(shown == shownBefore && screen.model.arrangement.isEmpty && screen.overlay.positions.isEmpty)
        // The row of the insertion is configured again, and nothing else is done.
        #expect(view.operations == operations + 1 && view.violations == [])
        #expect(provider.loadedRow(at: [0, 1])?.isPending == false && provider.loadedRow(at: [0, 1])?.revision == 2)
    }

    @Test("go to where the server has them with its answer, when that is elsewhere")
    func elsewhere() async throws {
        await editTwice()
        let isTaken = screen.queue.add(insertion(at: 3), mergeAfter: 4, now: Date())
        #expect(isTaken)
        await take(to: 2)
        #expect(shown == [["i0", "own", "i1", "i3"], ["i2", "j0"]])
        let batches = view.batches
        answer(0, version: 2)
        await take()
        #expect(shown == [["i0", "i1", "own", "i3"], ["i2", "j0"]] && view.batches == batches + 1 && view.violations == [])
    }

    /// Some of the writes have their answers, or are refused.
    private func settle(_ version: ListVersion, _ random: inout SeededGenerator) {
        for write in provider.sender.queue.writes where random.below(20) == 0 {
            if random.below(2) == 0 {
                _ = screen.overlay.positions.refused(key: write.key)
            } else {
                screen.overlay.positions.answered(key: write.key, version: version)
            }
        }
        screen.settleOverlay()
        screen.consumer.wake()
    }

    /// Without the rows that this app has placed, the screen shows what the server has; each placed row is there once.
    private func compare(_ content: VersionedList.Version, _ seed: Comment) throws {
        let placed = Set(screen.model.arrangement.rows.map(\.id.text))
        let others = shown.map { $0.filter { !placed.contains($0) } }
        let expected = content.rows.map { $0.map(\.id).filter { !placed.contains($0) } }
        try #require(others.map(\.count) == expected.map(\.count), seed)
        for (ids, rows) in zip(others.joined(), expected.joined()) where ids != "?" { try #require(ids == rows, seed) }
        let own = shown.joined().filter(placed.contains)
        #expect(own.count == placed.count && Set(own).count == own.count, seed)
    }
}
