import Foundation
import SectionalClient
import TestSupport
import Testing

/// Edits of an app that has no network.
extension ClientWriteTests {
    private func ids(_ screen: FollowedScreen, _ section: Int, _ count: Int) -> [String?] {
        (0..<count).map { screen.provider.id(at: [section, $0]) }
    }

    @Test(
        "shows insertions, moves, deletions and batches without a network, in the next run too, and ends where the server has them",
        .timeLimit(.minutes(2)))
    func offline() async throws {
        let folder = try TestFolder()
        let cache = ListCache(folder: folder.url)
        let first = try FollowedScreen(port: proxy.port, cache: cache)
        try await loaded(first)
        await first.provider.flush()
        proxy.change { $0.target = 0 }
        proxy.cutAll()
        func new(_ title: String) -> Reading { Reading(title: title, n: 0) }
        let provider = first.provider
        func begin(_ what: String, _ edit: @escaping @MainActor () async throws -> Void, until holds: () -> Bool) async throws {
            Task { try? await edit() }
            try await first.wait(for: what, holds)
        }
        try await begin("a") {
            try await provider.insert(new("a"), at: [0, 1], id: "a")
        } until: {
            provider.id(at: [0, 1]) == "a"
        }
        // Beside an item that the server does not have, and with an id of this app.
        try await begin("the second") {
            try await provider.insert(new("second"), after: [0, 1])
        } until: {
            provider.item(at: [0, 2]) == new("second")
        }
        let own = try #require(provider.id(at: [0, 2]))
        try await begin("the move") {
            try await provider.move(from: [0, 0], to: [1, 0])
        } until: {
            provider.id(at: [1, 0]) == "i0-0"
        }
        try await begin("a's move") {
            try await provider.move(from: [0, 0], to: [0, 3])
        } until: {
            provider.id(at: [0, 3]) == "a"
        }
        try await begin("a's value") {
            try await provider.updateItem(at: [0, 3], value: new("a, again"))
        } until: {
            provider.item(at: [0, 3]) == new("a, again")
        }
        try await begin("the deletion") {
            try await provider.delete(at: [0, 4])
        } until: {
            provider.loadedRow(at: [0, 4])?.isDeleted == true
        }
        let section = provider.section(at: 1)
        try await begin("the batch") {
            try await provider.batch { batch in
                try batch.insert(new("b"), before: [1, 1], in: section, id: "b")
                try batch.move([0, 1], after: [1, 2])
                batch.append(new("c"), toSection: section, id: "c")
            }
        } until: {
            provider.id(at: [1, 1]) == "b"
        }
        let shown = [own, "i0-2", "a", "i0-3"]
        let second = ["i0-0", "b", "i1-0", "i1-1", "i0-1"]
        #expect(ids(first, 0, 4) == shown && ids(first, 1, 5) == second)
        #expect(provider.id(at: [1, provider.numberOfItems(in: 1) - 1]) == "c")
        #expect(provider.loadedRow(at: [0, 2])?.isPending == true && provider.loadedRow(at: [0, 3])?.isDeleted == true)
        #expect(first.view.violations == [] && first.view.reloads == 1)
        await provider.flush()
        provider.stop()

        // Another run, without a network either.
        let next = try FollowedScreen(port: proxy.port, cache: cache)
        next.provider.start()
        try await next.wait(for: "what was shown") { ids(next, 0, 4) == shown }
        #expect(ids(next, 1, 5) == second && next.provider.item(at: [0, 2]) == new("a, again"))
        #expect(next.provider.loadedRow(at: [0, 3])?.isDeleted == true)
        proxy.change { $0.target = server.port }
        next.provider.reconnect()
        try await next.wait(for: "the answers") {
            (0..<6).allSatisfy { row in (0...1).allSatisfy { next.provider.loadedRow(at: [$0, row])?.isPending == false } }
        }
        #expect(try await next.compare(with: server.port) == [])
        #expect(ids(next, 0, 3) == Array(shown.prefix(3)) && ids(next, 0, 4)[3] == "i0-4" && ids(next, 1, 5) == second)
        #expect(next.refusals.isEmpty && next.view.reloads == 1)
    }

    @Test("takes an insertion back that is refused, and says why", .timeLimit(.minutes(2)))
    func refusedInsertion() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let provider = screen.provider
        // The screen does not hear of it before it writes.
        proxy.change { $0.isStalled = true }
        #expect(try server.connect().send("DELETE", "/lists/a/sections/@s1").status == 204)
        let insertion = Task { try await provider.insert(Reading(title: "lost", n: 0), at: [1, 0], id: "lost") }
        let move = Task { try await provider.move(from: [0, 0], to: [1, 3]) }
        try await screen.wait(for: "both") { provider.id(at: [1, 0]) == "lost" && provider.id(at: [1, 4]) == "i0-0" }
        proxy.change { $0.isStalled = false }
        await #expect(throws: ListFailure.self) { try await insertion.value }
        await #expect(throws: ListFailure.self) { try await move.value }
        #expect(try await screen.compare(with: server.port) == [])
        #expect(provider.id(at: [0, 0]) == "i0-0" && provider.indexPath(of: "lost") == nil)
    }
}
