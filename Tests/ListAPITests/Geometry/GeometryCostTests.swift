import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Logging
import StoreSuite
import TestSupport
import Testing
import Wire

@Suite("What geometry reads")
struct GeometryCostTests {
    @Test("sections and the leaves of their items, each once, and no item")
    func reads() async throws {
        let list = try CountedList(#require(ListID("l")), items: 10_000)
        let webhooks = MemoryListStore(
            describeList: ListRepresentation.bytes(of:), now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })
        let api = ListAPI(
            store: CountedStore(list), webhooks: try TestServices.make(store: webhooks),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        _ = list.takeCost()
        let response = await InMemoryClient(api.responder).send(.get, "/lists/l/geometry")
        let body = String(decoding: try await response.body.collected(), as: UTF8.self)
        #expect(response.status == .ok && body.contains("\"runs\":[[5000,\"Cell\",null]]"))
        let cost = list.takeCost()
        // 51 sections; a leaf holds 48 items, or all hundred of a section in three.
        #expect(cost.revisions == list.sectionCount && cost.lookups == 0 && cost.rows == 0)
        #expect((200...500).contains(cost.nodes), "\(cost)")
    }
}
