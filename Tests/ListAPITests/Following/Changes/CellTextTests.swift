@testable import Following
import CellTypes
import JSON
import Lists
import Ports
import StoreSuite
import Testing

@Suite("Changes for readers who know some cell types")
struct CellTextTests {
    private let store = MemoryListStore(
        describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })

    private func id() throws -> ListID { try #require(ListID("a")) }

    private func put(_ value: Int) throws {
        let item = ItemDraft(id: Identifier(verbatim: "i"), type: .named("Card"), value: JSONText(verbatim: "\(value)"))
        let draft = ListDraft(properties: nil, sections: [SectionDraft(id: Identifier(verbatim: "s"), items: [item])])
        store.replace(try id(), with: .draft(draft), begin: { _ in nil as Void? }, finish: { _, _ in }, completion: { _ in })
    }

    private func text(_ changes: ListChanges) throws -> String {
        String(decoding: try #require(try changes.change(from: 1, to: 2, of: id())), as: UTF8.self)
    }

    @Test("are encoded once for each set, in whatever order it is named, and once for each registry")
    func once() throws {
        for value in 1...2 { try put(value) }
        let changes = ListChanges(store: store, naming: CellNaming())
        let readers = [
            changes, changes.accepting(AcceptedCellTypes(["Card"])), changes.accepting(AcceptedCellTypes(["A", "Text"])),
            changes.accepting(AcceptedCellTypes(["Text", "A", "A"])), changes.accepting(AcceptedCellTypes([])),
        ]
        #expect(try readers.map { try text($0).contains("UnsupportedCell") } == [false, false, true, true, true])
        #expect(changes.encodedCount == 4)
        let card = try CellTypeRegistry.Entry(CellType(name: "Card", reuseIdentifier: "Big", fallback: "Text"))
        store.setCellTypes(store.cellTypes.setting(card))
        for (reader, cell) in zip(readers, ["Big", "Big", "Text", "Text", "UnsupportedCell"]) {
            #expect(try text(reader).contains("\"cell\":\"\(cell)\""))
            #expect(try text(reader).contains("\"cell\":\"\(cell)\""))
            #expect(reader.cached(2, of: try id()) != nil)
        }
        #expect(changes.encodedCount == 8)
    }

    @Test("a webhook is sent what is registered now, whatever any reader knows")
    func webhooks() throws {
        for value in 1...2 { try put(value) }
        let card = try CellTypeRegistry.Entry(CellType(name: "Card", reuseIdentifier: "Big"))
        store.setCellTypes(store.cellTypes.setting(card))
        let changes = ListChanges(store: store, naming: CellNaming()).accepting(AcceptedCellTypes([]))
        _ = try text(changes)
        #expect(String(decoding: try changes.webhookData(of: try id(), version: 2), as: UTF8.self).contains("\"cell\":\"Big\""))
    }

    @Test("the names of sets count in the cache, so that ever new ones push out texts and take no room beyond it")
    func bounded() throws {
        for value in 1...2 { try put(value) }
        let changes = ListChanges(store: store, naming: CellNaming(), cacheBytes: 50_000)
        for number in 0..<100 {
            _ = try text(changes.accepting(AcceptedCellTypes([String(repeating: "x", count: 1_000) + "\(number)"])))
        }
        let kept = try (0..<100).filter { number in
            changes.accepting(AcceptedCellTypes([String(repeating: "x", count: 1_000) + "\(number)"])).cached(2, of: try id()) != nil
        }
        #expect((1...50).contains(kept.count), "\(kept.count)")
    }
}
