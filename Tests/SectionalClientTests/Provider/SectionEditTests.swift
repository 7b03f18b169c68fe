import Foundation
import Testing

@testable import SectionalClient

@Suite("Edits of sections")
@MainActor
struct SectionEditTests {
    private let shelf: SectionShelf

    init() throws { shelf = try SectionShelf() }

    private var provider: RemoteDataProvider<Int> { shelf.provider }

    @Test("are shown at once, stay beside what they were put beside, and go with the versions that have them")
    func shown() async throws {
        await shelf.show(SectionShelf.model(["a", "b", "c"]))
        let insertion = try await shelf.edit { try await $0.insertSection(at: 1, header: "New", id: "n") }
        #expect(shelf.ids == ["a", "n", "b", "c"] && shelf.section("n").isPending && shelf.section("n").header == "New")
        var newer = shelf.section("n")
        (newer.header, newer.metadata) = ("Newer", ["x": 1])
        let update = try await shelf.edit { [newer, old = shelf.section("n")] in try await $0.updateSection(old, to: newer) }
        let move = try await shelf.edit { [c = shelf.section("c")] in try await $0.moveSection(c, to: 0) }
        #expect(shelf.ids == ["c", "a", "n", "b"] && shelf.section("n").header == "Newer" && shelf.section("n").metadata == ["x": 1])
        let deletion = try await shelf.edit { [b = shelf.section("b")] in try await $0.deleteSection(b) }
        let row = try #require(provider.loadedRow(at: [3, 1]))
        #expect(shelf.section("b").isDeleted && row.isDeleted && row.isPending)
        #expect(shelf.section("c").isPending && !shelf.section("a").isPending)
        let b = shelf.section("b")
        await #expect(throws: ListFailure.sectionDeletedHere) { try await provider.deleteSection(b) }
        await #expect(throws: ListFailure.sectionDeletedHere) { try await provider.insert(1, at: [3, 0]) }
        await #expect(throws: ListFailure.sectionDeletedHere) { try await provider.move(from: [0, 0], to: [3, 0]) }
        await #expect(throws: ListFailure.deletedHere) { try await provider.delete(at: [3, 1]) }
        await #expect(throws: ListFailure.deletedHere) { try await provider.update(row, value: 7) }
        shelf.verify()
        // Others change the list meanwhile.
        await shelf.change { $0.sections.inserted = [.init(index: 0, section: SectionShelf.section("z", rows: 0))] }
        #expect(shelf.ids == ["c", "z", "a", "n", "b"] || shelf.ids == ["z", "c", "a", "n", "b"])
        // The server has the insertion, whose answer comes later.
        await shelf.change { $0.sections.inserted = [.init(index: 2, section: SectionShelf.section("n", rows: 2))] }
        #expect(shelf.ids == ["z", "c", "a", "n", "b"] && shelf.section("n").header == "Newer" && provider.numberOfItems(in: 3) == 2)
        await shelf.answered(insertion, 7)
        #expect(shelf.section("n").isPending)
        await shelf.refused(update)
        #expect(!shelf.section("n").isPending && shelf.section("n").header == "N")
        await shelf.refused(move)
        #expect(shelf.ids == ["z", "a", "n", "b", "c"] && !shelf.section("c").isPending)
        await shelf.answered(deletion, 8)
        #expect(shelf.section("b").isDeleted)
        await shelf.change { $0.sections.deleted = [.init(id: "b", index: 3)] }
        #expect(shelf.ids == ["z", "a", "n", "c"] && shelf.screen.model.order == nil && shelf.screen.overlay.sections.isEmpty)
        await #expect(throws: ListFailure.self) { try await provider.moveSection(b, to: 0) }
        await #expect(throws: ListFailure.notLoaded) { try await provider.insertSection(at: 5) }
        shelf.verify()
    }

    private func operation(_ write: PendingWrite) throws -> JSONValue {
        let body = try JSONDecoder().decode(JSONValue.self, from: try #require(write.body))
        guard case .array(let operations)? = body["operations"], operations.count == 1 else { return body }
        return operations[0]
    }

    private func says(_ write: PendingWrite, _ text: String) throws -> Bool {
        try operation(write) == JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test("are batches: names, the difference of members, and neighbours that are left")
    func bodies() async throws {
        await shelf.show(SectionShelf.model(["a", "b", "c"]))
        let insertion = try await shelf.edit { try await $0.insertSection(at: 1, header: "H", metadata: ["m": 1], id: "n") }
        let made = #"{"op":"insertSection","section":{"id":"n","header":"H","metadata":{"m":1}},"before":"@b"}"#
        #expect(try says(insertion, made))
        let spots: [WriteTarget.Spot] = [.before("@b"), .before("@c"), .after("@a"), .end]
        #expect(insertion.parts?.first?.spots == spots)
        #expect(insertion.hasOwnIDs == false)
        let n = shelf.section("n")
        var other = n
        (other.header, other.metadata) = (nil, ["m": 1, "k": 2])
        let update = try await shelf.edit { [other] in try await $0.updateSection(n, to: other) }
        #expect(try says(update, #"{"op":"updateSection","section":"@n","merge":{"header":null,"metadata":{"k":2}}}"#))
        #expect(shelf.section("n").header == nil && shelf.section("n").metadata == ["m": 1, "k": 2])
        let move = try await shelf.edit { [a = shelf.section("a")] in try await $0.moveSection(a, to: 3) }
        #expect(try says(move, #"{"op":"moveSection","section":"@a","after":"@c"}"#))
        #expect(shelf.ids == ["n", "b", "c", "a"])
        let deletion = try await shelf.edit { [c = shelf.section("c")] in try await $0.deleteSection(c) }
        #expect(try says(deletion, #"{"op":"deleteSection","section":"@c"}"#))
        let count = shelf.writes.count
        try await provider.updateSection(shelf.section("b"), to: shelf.section("b"))
        try await provider.moveSection(shelf.section("b"), to: 1)
        #expect(shelf.writes.count == count)
        let b = shelf.section("b")
        var broken = b
        broken.header = .object(["x": JSONValue.null])
        let unsayable = broken
        await #expect(throws: EncodingError.self) { try await provider.updateSection(b, to: unsayable) }
        let both = try await shelf.edit { provider in
            try await provider.batch { batch in
                try batch.insertSection(at: 0)
                var b = provider.section(at: 1)
                b.footer = 7
                try batch.updateSection(provider.section(at: 1), to: b)
            }
        }
        #expect(both.parts?.count == 2 && both.hasOwnIDs == true && shelf.section("b").footer == 7 && shelf.ids.count == 5)
        await shelf.refused(both)
        #expect(shelf.ids == ["n", "b", "c", "a"] && shelf.section("b").footer == nil)
        shelf.verify()
    }

    private func problem(_ slug: String) -> ListFailure {
        ListFailure(Problem(slug: slug, status: slug == "reference-not-found" ? 422 : 409))
    }

    @Test("go beside the next neighbour where one has gone, and are done where they were done before")
    func refusals() async throws {
        await shelf.show(SectionShelf.model(["a", "b", "c"]))
        let insertion = try await shelf.edit { try await $0.insertSection(at: 1) }
        let next = try #require(insertion.next(after: problem("reference-not-found")))
        #expect(try operation(next)["before"]?.string == "@c")
        #expect(next.key == insertion.key && next.parts?.first?.spots?.count == 3)
        #expect(insertion.next(after: problem("id-taken")) == nil)
        let deletion = try await shelf.edit { [b = shelf.section("b")] in try await $0.deleteSection(b) }
        let move = try await shelf.edit { [c = shelf.section("c")] in try await $0.moveSection(c, to: 0) }
        for (write, slug, isDone) in [
            (insertion, "id-taken", true), (deletion, "reference-not-found", true), (deletion, "section-gone", true),
            (move, "section-gone", false),
        ] {
            var queue = WriteQueue()
            queue.add(write)
            _ = queue.next(now: 0, screen: 5)
            _ = queue.failed(write.key, .network(retryAfter: 0), now: 0, random: 0)
            _ = queue.next(now: 100, screen: 5)
            let outcome = queue.failed(write.key, .final(problem(slug)), now: 100, random: 0)
            #expect(outcome == (isDone ? .done(version: nil) : .refused(problem(slug))), "\(slug)")
        }
    }

    @Test("are sent in their order, after what goes into a section, and a deletion after all that was written before")
    func order() async throws {
        await shelf.show(SectionShelf.model(["a", "b"]))
        let insertion = try await shelf.edit { try await $0.insertSection(at: 1, id: "n") }
        let row = try await shelf.edit { try await $0.insert(7, at: [1, 0], id: "own") }
        #expect(shelf.rows == [["a0", "a1"], ["own"], ["b0", "b1"]])
        let out = try await shelf.edit { try await $0.move(from: [0, 0], to: [2, 0]) }
        let deletion = try await shelf.edit { [a = shelf.section("a")] in try await $0.deleteSection(a) }
        let update = try await shelf.edit { try await $0.updateItem(at: [2, 1], value: 9) }
        var queue = WriteQueue()
        for write in [insertion, row, out, deletion, update] { queue.add(write) }
        var sent = queue.next(now: 0, screen: 5).map(\.key)
        #expect(sent == [insertion, out].map(\.key) || sent == [insertion, out, update].map(\.key))
        for (write, next) in [(insertion, [row]), (out, sent.contains(update.key) ? [] : [update]), (row, [deletion])] {
            queue.answered(write.key, WriteAnswer(version: 6))
            sent = queue.next(now: 0, screen: 5).map(\.key)
            #expect(sent == next.map(\.key))
        }
        shelf.verify()
    }

    @Test("leave pages and snapshots as the server has them")
    func pages() async throws {
        await shelf.show(SectionShelf.model(["a", "b", "c"]))
        try await shelf.edit { [c = shelf.section("c")] in try await $0.moveSection(c, to: 0) }
        try await shelf.edit { try await $0.insertSection(at: 1, id: "n") }
        #expect(shelf.ids == ["c", "n", "a", "b"])
        let screen = shelf.screen
        for row in 0..<2 { screen.model.withRows(of: 0) { $0[row] = .wanted } }
        let nearest = screen.model.inServedOrder { model in
            let nearest = model.nearestWanted(to: 0)
            model.ask(4..<6, ticket: 7)
            return nearest
        }
        #expect(nearest == 4 && shelf.ids == ["c", "n", "a", "b"])
        screen.rowsCame(screen.model.fill(ticket: 7, with: ["c0", "c1"].map { ListRow(id: $0, revision: 9, value: 1) }))
        await shelf.take()
        #expect(provider.loadedRow(at: [0, 0])?.revision == 9 && provider.id(at: [0, 1]) == "c1")
        #expect(screen.model.inServedOrder.sections.map(\.info.section.id) == ["a", "b", "c"])
        #expect(screen.model.servedOffset(of: RowPosition(0, 1)) == 5 && screen.model.servedOffset(of: RowPosition(1, 0)) == 0)
        #expect(screen.model.served(RowPosition(1, 0)) == nil && screen.model.modelled(RowPosition(2, 1)) == RowPosition(0, 1))
        shelf.verify()
    }

    @Test("are in a list that is loaded anew, and its top row is found")
    func anew() async throws {
        await shelf.show(SectionShelf.model(["a", "b"]))
        try await shelf.edit { try await $0.insertSection(at: 0, id: "n") }
        try await shelf.edit { try await $0.insert(1, at: [0, 0], id: "own") }
        var content = ScreenUpdateQueue<Int>.Content(model: SectionShelf.model(["b", "a"], version: 9))
        content.anchor = RowPosition(1, 1)
        shelf.screen.queue.add(content)
        await shelf.take()
        #expect(shelf.ids == ["b", "n", "a"] && shelf.screen.sight.focus == RowPosition(2, 1))
        #expect(shelf.rows == [["b0", "b1"], ["own"], ["a0", "a1"]])
        shelf.verify()
    }

    @Test("come back after a restart with what they say")
    func kept() async throws {
        await shelf.show(SectionShelf.model(["a", "b"]))
        try await shelf.edit { try await $0.insertSection(at: 1, header: "H", id: "n") }
        var other = shelf.section("n")
        other.footer = "F"
        try await shelf.edit { [other, n = shelf.section("n")] in try await $0.updateSection(n, to: other) }
        try await shelf.edit { try await $0.insert(7, at: [1, 0], id: "own") }
        try await shelf.edit { [a = shelf.section("a")] in try await $0.deleteSection(a) }
        let lines = try shelf.writes.map { try JSONEncoder().encode($0) }
        let next = try SectionShelf()
        await next.show(SectionShelf.model(["a", "b"]))
        for line in lines { next.provider.sender.show(try JSONDecoder().decode(PendingWrite.self, from: line)) }
        await next.take()
        #expect(next.ids == ["a", "n", "b"] && next.section("n").footer == "F" && next.section("n").header == "H")
        #expect(next.section("a").isDeleted && next.rows == [["a0", "a1"], ["own"], ["b0", "b1"]])
        next.verify()
    }
}
