import Foundation
import TestSupport
import Testing

@testable import SectionalClient

/// A list on a screen without a network, a view that is held to the rules, and the server's versions, which a test makes.
@MainActor
struct SectionShelf {
    /// A network that is gone.
    private struct Nowhere: Transport {
        func send(_ request: TransportRequest) async throws -> TransportResponse { throw URLError(.notConnectedToInternet) }
        func open(_ request: TransportRequest) async throws -> TransportStream { throw URLError(.notConnectedToInternet) }
    }

    let provider: RemoteDataProvider<Int>
    let view: StrictListView<RemoteDataProvider<Int>>

    init() throws {
        let service = SectionalService(try #require(URL(string: "http://lists.test")), transport: Nowhere())
        provider = RemoteDataProvider(service, list: "a", options: FakeList.options)
        view = StrictListView(provider)
    }

    var screen: ListScreen<Int> { provider.screen }
    var writes: [PendingWrite] { provider.sender.queue.writes }
    var ids: [String] { (0..<provider.numberOfSections()).map { provider.section(at: $0).id } }

    /// The ids of the rows.
    var rows: [[String]] {
        (0..<provider.numberOfSections()).map { section in
            (0..<provider.numberOfItems(in: section)).map { provider.id(at: [section, $0]) ?? "?" }
        }
    }

    func section(_ id: String) -> ListSection { ids.firstIndex(of: id).map(provider.section) ?? .missing }

    static func section(_ id: String, rows: Int = 2) -> ListSection {
        ListSection(id: id, header: .string(id.uppercased()), itemCount: rows)
    }

    static func model(_ ids: [String], rows: Int = 2, version: ListVersion = 5) -> ListModel<Int> {
        var model = ListModel<Int>(version: version, sections: ids.map { section($0, rows: rows) })
        model.place(ids.flatMap { id in (0..<rows).map { ListRow(id: "\(id)\($0)", revision: 1, value: 0) } }, at: 0)
        model.info.identity = .null
        return model
    }

    /// Shows a list as the first one.
    func show(_ model: ListModel<Int>) async {
        screen.queue.add(ScreenUpdateQueue<Int>.Content(model: model))
        await take()
    }

    /// Shows all updates that there are by now.
    func take(to version: ListVersion = 0) async {
        let task = Task { @MainActor in
            for await update in provider.changes { view.show(update) }
        }
        repeat { for _ in 0..<5 { await Task.yield() } } while (isBehind || screen.model.version < version) && !Task.isCancelled
        task.cancel()
        await task.value
    }

    private var isBehind: Bool {
        var placed = PlacedStages(screen.model, screen.overlay.sections, to: screen.model.version)
        return screen.current != nil || screen.queue.content != nil || !screen.queue.changedRows.isEmpty
            || !screen.queue.changedSections.isEmpty || screen.overlay.positions.arrangement != screen.model.arrangement
            || screen.model.version > 0 && placed.arrange() != nil
    }

    /// Begins an edit, whose answer does not come.
    @discardableResult
    func edit(_ edit: @escaping @MainActor (RemoteDataProvider<Int>) async throws -> Void) async throws -> PendingWrite {
        let count = writes.count
        Task { [provider] in try? await edit(provider) }
        while writes.count == count { await Task.yield() }
        await take()
        return try #require(writes.last)
    }

    /// The server's next version.
    func change(_ stages: [StageAnswer<Int>]) async {
        let version = screen.model.version
        let isTaken = screen.queue.add(
            ChangesAnswer(from: version, to: version + 1, reload: false, stages: stages), mergeAfter: 1_000, now: Date())
        #expect(isTaken)
        await take(to: version + 1)
    }

    func change(_ build: (inout StageAnswer<Int>) -> Void) async {
        var stage = StageAnswer<Int>()
        build(&stage)
        await change([stage])
    }

    func answered(_ write: PendingWrite, _ version: ListVersion) async {
        screen.overlay.sections.answered(key: write.key, version: version)
        screen.overlay.positions.answered(key: write.key, version: version)
        screen.settleOverlay()
        await take()
    }

    /// Takes a write back as a refusal does.
    func refused(_ write: PendingWrite) async {
        provider.sender.discard(write.key)
        await take()
    }

    func verify(_ comment: Comment = "") {
        view.verify(values: true)
        #expect(view.violations == [], comment)
    }
}
