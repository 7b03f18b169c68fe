public import Foundation

/// The four methods of a data source over the network: one version of a list at a time, as one screen sees it.
///
/// Main actor: a list view asks synchronously. The model changes only inside `apply()` of a ``ListUpdate``, never by itself, so what a view
/// has counted stays true until the view says so. Counts are always exact; items are known where they were looked at.
///
/// Take ``changes`` in one task as long as the list is shown, and call ``start()``. The provider lives as long as a task waits for its next
/// update: cancel that task to let it go. What is written is kept on disk until the server has
/// it; see ``ListOptions/cache``.
@MainActor
public final class RemoteDataProvider<Item: Codable & Sendable>: ListProvider {
    /// The list's id.
    public let list: String
    let options: ListOptions
    let requests: ListRequests<Item>
    let screen = ListScreen<Item>()
    let follower: ListFollower<Item>
    let rows: RowLoader<Item>
    let sender: WriteSender<Item>
    let snapshots: SnapshotKeeper<Item>
    private let signals = SystemSignals()
    /// The edits of this run that can be taken back.
    var history = EditHistory<Item>()

    /// Makes a provider, which asks for nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - service: The server.
    ///   - list: The list's id.
    ///   - options: Sizes, folders and cell types.
    public convenience init(_ service: SectionalService, list: String, options: ListOptions = ListOptions()) {
        self.init(service, list: list, options: options, outbox: options.cache.map { .shared(at: $0.outbox(of: list, on: service)) })
    }

    /// - Parameter outbox: The writes of the list that are on disk; nil keeps none.
    init(_ service: SectionalService, list: String, options: ListOptions, outbox: OutboxFile?) {
        self.list = list
        var options = options
        let known = (Item.self as? any TypedValue.Type)?.knownTypes ?? []
        if options.acceptedCells == nil, !known.isEmpty { options.acceptedCells = known }
        self.options = options
        requests = ListRequests<Item>(service: service, list: list, options: options)
        let file = options.cache.map { SnapshotFile(url: $0.snapshot(of: list, on: service)) }
        follower = ListFollower(screen, requests)
        rows = RowLoader(screen, follower, requests)
        sender = WriteSender(outbox, screen, follower, requests)
        snapshots = SnapshotKeeper(file, outbox, screen, follower, options)
        connectParts()
        service.lists.add(self)
    }

    /// Closures lead from the parts that know least to the others; none keeps a part alive.
    private func connectParts() {
        screen.report = { [weak follower] in follower?.handle($0) }
        screen.didFinish = { [weak rows, weak snapshots] in
            rows?.settle()
            snapshots?.isChanged()
        }
        rows.didLoad = { [weak snapshots] in snapshots?.isChanged() }
        follower.notify = { [weak self] notice in
            guard let self else { return }
            switch notice {
            case .restore:
                sender.restore()
                follower.restore(snapshots.read)
            case .connected: resumeParts()
            case .otherList:
                history.clear()
                sender.beginAnew()
            case .removed:
                history.clear()
                snapshots.remove()
                sender.forgetAnswers()
            }
        }
    }

    private func resumeParts() {
        sender.resume()
        rows.resume()
    }

    /// The present state of the connection; ``changes`` tells of it in order with the rest.
    public var state: ConnectionState { follower.state }

    /// Shows what an earlier run kept, connects, and sends what waits. Once started, connects at once where it waits to, and begins again
    /// where it had ended, after a sign-in.
    ///
    /// From here on the network and the app's way to the background and back are watched: the list is live again as soon as there is a network.
    public func start() {
        follower.handle(.start)
        sender.resume()
        signals.start { [weak self] in self?.receive($0) }
    }

    /// Does what a report of the system asks for.
    func receive(_ signal: SystemSignal) {
        guard follower.session.link != .closed else { return }
        switch signal {
        case .networkChanged, .foreground:
            follower.handle(.networkChanged)
            sender.restart()
            rows.restart()
        case .background: Task { [snapshots] in await snapshots.flush() }
        }
    }

    /// Hangs up, and sends no more writes. What is shown stays, and ``start()`` goes on from there without a gap, and with what waits: for a
    /// list that nobody sees for a while, and before somebody else signs in.
    public func stop() {
        hangUp()
        Task { [snapshots] in await snapshots.flush() }
    }

    func hangUp() {
        signals.stop()
        sender.stop()
        follower.stop()
    }

    /// Asks the server again, whether or not the connection seems to live, and starts where it has not: for a list that somebody pulls.
    public func refresh() {
        switch follower.session.link {
        case .closed, .ended: start()
        case .connecting, .live, .waiting: receive(.networkChanged)
        }
    }

    /// Connects at once where it waits to, or was stopped: for a button, since the network and the app's return are watched.
    public func reconnect() {
        follower.handle(.reachable)
        resumeParts()
    }

    /// Writes what is shown to the cache now, for an app that is about to end. Does nothing between the stages of an update.
    public func flush() async { await snapshots.flush() }

    /// The version on the screen; 0 before the first.
    public var version: ListVersion { screen.model.version }

    public var info: ListInfo { screen.model.info }

    /// The flat number of items, in all sections that are shown.
    public var itemCount: Int { screen.model.shownItemCount }

    /// The number of sections after those that are shown, while they are on their way. The first sections of a long list come to the screen at
    /// once; the others follow in ``ListUpdate/stages(_:version:)``, and no change of the server comes before them.
    public var remainingSections: Int { screen.model.remaining }

    // MARK: The four methods

    public func numberOfSections() -> Int { screen.model.sections.count }

    public func numberOfItems(in section: Int) -> Int { screen.model.shownCount(of: section) }

    public func item(at indexPath: IndexPath) -> Item? { row(at: indexPath)?.value }

    public func row(at indexPath: IndexPath) -> ListRow<Item>? {
        let position = RowPosition(indexPath)
        guard screen.model.isShown(position) else { return nil }
        if let neighbour = screen.model.serverNeighbour(of: position) { screen.sight.focus = neighbour }
        let row = screen.row(at: position)
        if row == nil, let server = screen.model.serverPosition(of: position) { rows.want(server) }
        return row
    }

    public func loadedRow(at indexPath: IndexPath) -> ListRow<Item>? { screen.row(at: RowPosition(indexPath)) }

    public func estimatedHeight(at indexPath: IndexPath) -> Double? {
        // A table asks for every row.
        guard !screen.model.heights.isEmpty else { return nil }
        let (model, position) = (screen.model, RowPosition(indexPath))
        guard model.isShown(position) else { return nil }
        if let row = screen.row(at: position), let height = model.heights.height(of: row.cell) { return height }
        guard let row = model.serverNeighbour(of: position) else { return nil }
        let section = model.sections[row.section]
        return model.heights.height(ofRow: row.row, of: section.rows.count, in: section.info.section.id)
    }

    public func section(at index: Int) -> ListSection {
        screen.section(at: index)
    }

    public func id(at indexPath: IndexPath) -> String? { screen.model.id(atShown: RowPosition(indexPath)) }

    public func indexPath(of id: String) -> IndexPath? { screen.model.shownPositions(of: [id]).first?.indexPath }

    public var changes: ListUpdates<Item> {
        let sequence = screen.consumer.makeSequence()
        return ListUpdates { [weak self] in await self?.nextUpdate(of: sequence) }
    }

    /// Whoever waits for an update keeps all the parts alive.
    private func nextUpdate(of sequence: Int) async -> ListUpdate<Item>? { await screen.nextUpdate(of: sequence) }

    // MARK: Loading

    public func prefetch(_ indexPaths: [IndexPath]) { rows.prefetch(indexPaths.map(RowPosition.init)) }

    public func setVisible(_ indexPaths: [IndexPath]) { rows.setVisible(indexPaths.map(RowPosition.init)) }

    /// Loads the rows around an item, wherever in the list it is. While it looks, no update is handed to the screen.
    ///
    /// - Returns: The item's index path on the screen.
    /// - Throws: ``ListFailure``: `.gone` where the list on the screen has no such item, `.versionGone` where the screen is too far behind;
    ///   `URLError` for no answer. Not to be called between the stages of one update.
    public func load(around id: String) async throws -> IndexPath { try await rows.load(around: id).indexPath }
}
