import Foundation
import Testing

@testable import SectionalClient

@Suite("Edits of sections that are taken back")
@MainActor
struct SectionUndoTests {
    private let shelf: SectionShelf

    init() throws { shelf = try SectionShelf() }

    private var provider: RemoteDataProvider<Int> { shelf.provider }

    /// The last operation that a write sends.
    private func operation(_ write: PendingWrite) throws -> JSONValue {
        let body = try JSONDecoder().decode(JSONValue.self, from: try #require(write.body))
        guard case .array(let operations)? = body["operations"] else { return body }
        return try #require(operations.last)
    }

    /// Takes back the last edit, and compares what is sent.
    private func undo(_ sends: String) async throws {
        let write = try await shelf.edit { try await $0.undo() }
        #expect(try operation(write) == JSONDecoder().decode(JSONValue.self, from: Data(sends.utf8)))
    }

    private func redo(_ sends: String) async throws {
        let write = try await shelf.edit { try await $0.redo() }
        #expect(try operation(write) == JSONDecoder().decode(JSONValue.self, from: Data(sends.utf8)))
    }

    @Test("are an update, a move, an insertion and a deletion, the last one first, and can be done again")
    func all() async throws {
        await shelf.show(SectionShelf.model(["a", "b", "c"]))
        let a = shelf.section("a")
        var other = a
        (other.header, other.footer) = ("Other", 7)
        let changed = other
        try await shelf.edit { try await $0.updateSection(a, to: changed) }
        try await shelf.edit { try await $0.moveSection(changed, to: 2) }
        try await shelf.edit { try await $0.insertSection(at: 0, header: "N", id: "n") }
        try await shelf.edit { [b = shelf.section("b")] in try await $0.deleteSection(b) }
        #expect(shelf.ids == ["n", "b", "c", "a"] && shelf.section("b").isDeleted)

        let items = #"[{"id":"b0","value":0},{"id":"b1","value":0}]"#
        try await undo(#"{"op":"insertSection","section":{"id":"b","header":"B","metadata":{},"items":\#(items)},"before":"@c"}"#)
        #expect(!shelf.section("b").isDeleted && provider.loadedRow(at: [1, 0])?.isDeleted == false)
        try await undo(#"{"op":"deleteSection","section":"@n"}"#)
        #expect(shelf.section("n").isDeleted)
        try await undo(#"{"op":"moveSection","section":"@a","before":"@b"}"#)
        #expect(shelf.ids.filter { $0 != "n" } == ["a", "b", "c"])
        try await undo(#"{"op":"updateSection","section":"@a","merge":{"header":"A","footer":null}}"#)
        #expect(shelf.section("a").header == "A" && shelf.section("a").footer == nil && !provider.canUndo)

        try await redo(#"{"op":"updateSection","section":"@a","merge":{"header":"Other","footer":7}}"#)
        try await redo(#"{"op":"moveSection","section":"@a","after":"@c"}"#)
        try await redo(#"{"op":"insertSection","section":{"id":"n","header":"N","metadata":{}},"before":"@b"}"#)
        try await redo(#"{"op":"deleteSection","section":"@b"}"#)
        #expect(!provider.canRedo)
        shelf.verify()
    }

    @Test("are refused over what others have done to the section, and are not offered again")
    func others() async throws {
        await shelf.show(SectionShelf.model(["a", "b"]))
        var other = shelf.section("a")
        other.header = "Other"
        let changed = other
        let update = try await shelf.edit { [a = shelf.section("a")] in try await $0.updateSection(a, to: changed) }
        await shelf.answered(update, 6)
        await shelf.change { $0.sections.updated = [.init(index: 0, section: ListSection(id: "a", header: "Theirs", itemCount: 2))] }
        await #expect(throws: ListFailure.sectionChanged) { try await provider.undo() }
        #expect(!provider.canUndo && !provider.canRedo && shelf.section("a").header == "Theirs")

        // Somebody has put a row into a section that this app has inserted.
        let insertion = try await shelf.edit { try await $0.insertSection(at: 0, id: "n") }
        await shelf.answered(insertion, 7)
        await shelf.change { $0.sections.inserted = [.init(index: 0, section: ListSection(id: "n", itemCount: 1))] }
        await #expect(throws: ListFailure.sectionChanged) { try await provider.undo() }
        #expect(!provider.canUndo && !shelf.section("n").isDeleted)
        shelf.verify()
    }

    @Test("are no deletion whose rows are not all loaded: no earlier edit is taken back either")
    func unloaded() async throws {
        await shelf.show(SectionShelf.model(["a", "b"]))
        shelf.screen.model.withRows(of: 1) { $0[1] = .wanted }
        try await shelf.edit { [a = shelf.section("a")] in try await $0.moveSection(a, to: 1) }
        #expect(provider.canUndo)
        try await shelf.edit { [b = shelf.section("b")] in try await $0.deleteSection(b) }
        #expect(!provider.canUndo)
    }

    @Test("are those of a batch too, over what the batch has left of a section")
    func batch() async throws {
        await shelf.show(SectionShelf.model(["a", "b"]))
        try await shelf.edit { provider in
            try await provider.batch { batch in
                var a = provider.section(at: 0)
                a.header = "1"
                try batch.updateSection(provider.section(at: 0), to: a)
                a.header = "2"
                try batch.updateSection(provider.section(at: 0), to: a)
                try batch.insertSection(at: 2, id: "n")
            }
        }
        #expect(shelf.section("a").header == "2" && shelf.ids == ["a", "b", "n"])
        let write = try await shelf.edit { try await $0.undo() }
        #expect(write.parts?.count == 3 && shelf.section("a").header == "A" && shelf.section("n").isDeleted)
        let again = try await shelf.edit { try await $0.redo() }
        #expect(again.parts?.count == 3 && shelf.section("a").header == "2")
        shelf.verify()
    }
}
