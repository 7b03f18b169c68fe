import Foundation
import Testing

@testable import SectionalClient

@Suite("A keeper of snapshots")
@MainActor
struct SnapshotKeeperTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parts-\(UUID().uuidString)")

    @Test("keeps what is shown once it has changed, between updates, and gives it back to the same app", .timeLimit(.minutes(1)))
    func keeps() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = SnapshotFile(url: folder.appendingPathComponent("snapshot"))
        let outbox = OutboxFile(url: folder.appendingPathComponent("outbox"))
        let parts = try ListParts { _ in FakeList.problem(404, "not-found") }
        let keeper = SnapshotKeeper(file, outbox, parts.screen, parts.follower, parts.requests.options)
        parts.show(1_000, loaded: 0..<600)
        parts.follower.known.created = "now"
        await keeper.flush()
        #expect(await keeper.read() == nil)
        keeper.isChanged()
        parts.follower.session.content = .missing
        await keeper.flush()
        #expect(await keeper.read() == nil)
        parts.follower.session.content = .shown
        // What is known is known of a list that waits for the screen.
        parts.screen.queue.add(.init(model: parts.screen.model))
        await keeper.flush()
        #expect(await keeper.read() == nil)
        _ = parts.screen.queue.takeContent()
        // Nor the first sections of a list for all of it.
        parts.screen.model.remaining = 1
        await keeper.flush()
        #expect(await keeper.read() == nil)
        parts.screen.model.remaining = 0
        // This app's writes are kept however far they are.
        parts.screen.overlay.add(9, key: "1", on: "i599")
        await keeper.flush()
        let snapshot = try #require(await keeper.read())
        #expect(snapshot.version == 1 && snapshot.created == "now" && snapshot.runs.map(\.offset) == [0, 599])
        #expect(snapshot.runs.map(\.rows.count) == [SnapshotFile.mostRows / 2, 1])
        #expect(snapshot.model(cells: nil)?.row(at: RowPosition(0, 100))?.value == 100)
        let other = snapshot.model(cells: ["Cell"])
        #expect(other?.itemCount == 1_000 && other?.knownCount == 0)
        keeper.remove()
        #expect(await keeper.read() == nil)
    }
}
