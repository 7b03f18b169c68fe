import Foundation
import Testing

@testable import SectionalClient

@Suite("Index paths that somebody kept")
@MainActor
struct StalePathTests {
    @Test("has nothing at an index path that is that of no row, and traps for none")
    func stalePaths() async throws {
        let list = try FakeList(count: 3) { _ in FakeList.problem(404, "not-found") }
        try await list.load()
        let provider = list.provider
        let requests = list.transport.requests.count
        for path: IndexPath in [[0, 3], [1, 0], [-1, 0], [0, -1], [0], [], [0, 0, 0], [.max, .max]] {
            #expect(provider.row(at: path)?.id == nil && provider.loadedRow(at: path)?.id == nil && provider.item(at: path) == nil)
            #expect(provider.id(at: path) == nil)
            provider.select(path)
            provider.deselect(path)
            provider.perform("open", at: path)
            provider.prefetch([path])
            provider.setVisible([path])
            await #expect(throws: ListFailure.notLoaded) { try await provider.updateItem(at: path, value: 1) }
            await #expect(throws: ListFailure.notLoaded) { try await provider.delete(at: path) }
        }
        for section in [-1, 1, .max] {
            #expect(provider.section(at: section).id.isEmpty && provider.numberOfItems(in: section) == 0)
        }
        #expect(list.transport.requests.count == requests && provider.screen.sight.focus == RowPosition(0, 0))
        let preview = PreviewDataProvider([1, 2])
        #expect(preview.id(at: [0, 2]) == nil && preview.id(at: [4, 0]) == nil && preview.id(at: [0]) == nil)
        #expect(preview.section(at: 1).id.isEmpty && preview.numberOfItems(in: -1) == 0)
        preview.select([0, 2])
        #expect(preview.interactions == [])
        await #expect(throws: ListFailure.notLoaded) { try await preview.updateItem(at: [0, 2], value: 1) }
    }
}
