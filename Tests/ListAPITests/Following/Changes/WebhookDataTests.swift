import Following
import CellTypes
import JSON
import Lists
import Ports
import StoreSuite
import Synchronization
import Testing

@Suite("The data of a changed list")
struct WebhookDataTests {
    private let store = MemoryListStore(
        versions: 16, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })
    private var changes: ListChanges { ListChanges(store: store, naming: CellNaming()) }

    private func list() throws -> ListID { try #require(ListID("inbox-7")) }

    private func write(_ work: @escaping @Sendable (ListEdit) throws -> Void) throws {
        let outcome = Mutex<Result<Void, any Error>?>(nil)
        store.write(try list()) { transaction in
            let edit = try transaction.edit()
            try work(edit)
            try transaction.commit(edit)
        } completion: { result in
            outcome.withLock { $0 = result.map { _ in } }
        }
        try outcome.withLock { $0 }?.get()
    }

    private func text(_ version: Int64) throws -> String {
        String(decoding: try changes.webhookData(of: try list(), version: version), as: UTF8.self)
    }

    private static let reload = "\"reload\":true,\"properties\":null,\"stages\":[]}"

    private func put(_ values: [String]) throws {
        let items = values.enumerated().map { ItemDraft(id: Identifier(verbatim: "i\($0)"), value: JSONText(verbatim: $1)) }
        let draft = ListDraft(properties: nil, sections: [SectionDraft(id: Identifier(verbatim: "s"), items: items)], shape: .document)
        try write { try $0.replace(with: draft) }
    }

    @Test("is the change of its version, also when there are later ones")
    func change() throws {
        try put(["1", "2"])
        try put(["1", "3"])
        try put(["4", "3"])
        #expect(
            try text(2)
                == "{\"list\":\"inbox-7\",\"from\":1,\"to\":2,\"reload\":false,\"properties\":null,\"stages\":[{\"sections\":"
                + "{\"deleted\":[],\"inserted\":[],\"moved\":[],\"updated\":[]},\"items\":{\"deleted\":[],\"inserted\":[],\"moved\":[],"
                + "\"updated\":[{\"indexPath\":[0,1],\"item\":{\"id\":\"i1\",\"indexPath\":[0,1],\"type\":null,\"cell\":\"Cell\","
                + "\"revision\":2,\"value\":3}}]}}]}")
    }

    @Test(
        "says that the list is to be loaded again where the stages pass 64 KiB, or the version has left the history, or the list has gone")
    func reload() throws {
        try put(["1"])
        let long = "\"" + String(repeating: "x", count: 65_200) + "\""
        try put([long])
        #expect(try text(2).contains("\"reload\":false"))
        try put([long.replacing("xxx\"", with: String(repeating: "x", count: 400) + "\"")])
        #expect(try text(3) == "{\"list\":\"inbox-7\",\"from\":2,\"to\":3," + Self.reload)
        for value in 4...40 { try put(["\(value)"]) }
        #expect(try text(5) == "{\"list\":\"inbox-7\",\"from\":4,\"to\":5," + Self.reload)
        #expect(try text(40).contains("\"reload\":false"))
        store.write(try list()) {
            try $0.delete()
        } completion: { _ in
        }
        #expect(try text(40) == "{\"list\":\"inbox-7\",\"from\":39,\"to\":40," + Self.reload)
    }

    @Test("is what was encoded for event streams, within 64 KiB, and what is encoded for it counts as none of theirs")
    func shared() throws {
        let changes = self.changes
        try put(["1"])
        try put(["2"])
        try put(["\"" + String(repeating: "x", count: 70_000) + "\""])
        let own = try text(2)
        #expect(changes.encodedCount == 0)
        for version: Int64 in 2...3 {
            let (old, new) = (try store.snapshot(of: list(), at: version - 1), try store.snapshot(of: list(), at: version))
            changes.encode(ListCommit(try list(), .version(new, after: old)))
        }
        #expect(changes.encodedCount == 2)
        store.write(try list()) {
            try $0.delete()
        } completion: { _ in
        }
        #expect(try text(2) == "{\"list\":\"inbox-7\",\"from\":1,\"to\":2," + Self.reload)
        #expect(try String(decoding: changes.webhookData(of: list(), version: 2), as: UTF8.self) == own)
        let large = try String(decoding: changes.webhookData(of: list(), version: 3), as: UTF8.self)
        #expect(large == "{\"list\":\"inbox-7\",\"from\":2,\"to\":3," + Self.reload)
        #expect(changes.encodedCount == 2)
    }
}
