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
}
