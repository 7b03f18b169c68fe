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
public final class RemoteDataProvider<Item: Codable & Sendable>: ListDataSource {
    /// The list's id.
    public let list: String
    /// The present state of the connection; ``changes`` tells of it in order with the rest.
    public internal(set) var state = ConnectionState.idle

    let requests: ListRequests<Item>
    let options: ListOptions

    var model = ListModel<Item>()
    var overlay = Overlay<Item>()
    var session = ListSession()
    /// `List-Created` of the list that is shown, or about to be; nil where the server does not say.
    var created: String?
    /// The same, of an answer since the connection was there.
    var confirmed: String?
    /// The variant of rows that were read before this connection, until the server has said whether it is still theirs.
    var unconfirmed: String?
    /// Changes that wait for those before them.
    var held: [ChangesAnswer<Item>] = []
    var streamTask: Task<Void, Never>?
    var loadTask: Task<Void, Never>?
    var timerTask: Task<Void, Never>?

    var queue = ScreenUpdateQueue<Item>()
    /// The update that the screen has taken and not applied to the end.
    var current: ScreenUpdate<Item>?
    /// The screen went on without applying an update, so it has to count anew.
    var isScreenStale = false
    let consumer = UpdateConsumer()
    /// While a jump looks for its rows, the screen stays at its version.
    var jumps = 0

    /// The row that was looked at last: what is near it is loaded first and forgotten last.
    var focus = RowPosition(0, 0)
    var visible: [RowPosition] = []
    var pageTickets = 0
    var pagesUnderWay = 0
    var arePagesDue = false
    var pageBackoff = Backoff()
    var pagesPausedUntil: Date?

    var writes = WriteQueue()
    var outbox: OutboxFile?
    var answers: [String: CheckedContinuation<ListVersion, any Error>] = [:]
    var writeTimer: Task<Void, Never>?

    let snapshots: SnapshotFile?
    var isSnapshotDue = false
    var snapshotTask: Task<Void, Never>?

    /// - Parameters:
    ///   - list: The list's id. Nothing is asked for before ``start()``.
    public init(_ service: SectionalService, list: String, options: ListOptions = ListOptions()) {
        self.list = list
        self.options = options
        requests = ListRequests(service: service, list: list, options: options)
        snapshots = options.cache.map { SnapshotFile(url: $0.snapshot(of: list, at: service.base, for: service.account)) }
        outbox = options.cache.map { OutboxFile.shared(at: $0.outbox(of: list, at: service.base, for: service.account)) }
    }

    deinit {
        streamTask?.cancel()
        loadTask?.cancel()
        timerTask?.cancel()
        writeTimer?.cancel()
        snapshotTask?.cancel()
    }

    /// Shows what an earlier run kept, connects, and sends what waits. Once started, connects at once where it waits to, and begins again
    /// where it had ended, after a sign-in.
    public func start() {
        handle(.start)
        resumeWrites()
    }

    /// Hangs up. What is shown stays, and ``start()`` goes on from there without a gap: for an app in the background.
    public func stop() {
        timerTask?.cancel()
        loadTask?.cancel()
        handle(.stop)
        if model.knownCount > 0 { unconfirmed = model.variant ?? "" }
        saveSnapshot()
    }

    /// Connects at once where it waits to: the network is back, or the app came to the front.
    public func reconnect() {
        handle(.reachable)
        resumeWrites()
        resumePages()
    }

    /// The version on the screen; 0 before the first.
    public var version: ListVersion { model.version }

    /// The flat number of items, in all sections.
    public var itemCount: Int { model.itemCount }

    // MARK: The four methods

    public func numberOfSections() -> Int { model.sections.count }

    public func numberOfItems(in section: Int) -> Int {
        model.sections.indices.contains(section) ? model.sections[section].rows.count : 0
    }

    public func item(at indexPath: IndexPath) -> Item? { row(at: indexPath)?.value }

    public func row(at indexPath: IndexPath) -> ListRow<Item>? {
        let position = RowPosition(indexPath)
        guard model.contains(position) else { return nil }
        focus = position
        let row = loadedRow(at: indexPath)
        if row == nil { want(position) }
        return row
    }

    public func loadedRow(at indexPath: IndexPath) -> ListRow<Item>? {
        guard var row = model.row(at: RowPosition(indexPath)) else { return nil }
        if overlay.hasPatches(on: row.id) {
            row.isPending = true
            if let value = overlay[row.id] {
                row.value = value
                row.undecodable = nil
            }
        }
        return row
    }

    public func section(at index: Int) -> ListSection {
        model.sections.indices.contains(index) ? model.sections[index].info.section : .missing
    }

    public func id(at indexPath: IndexPath) -> String? { model.row(at: RowPosition(indexPath))?.id }

    public func indexPath(of id: String) -> IndexPath? { model.positions(of: [id]).first?.indexPath }

    public var changes: ListUpdates<Item> {
        let sequence = consumer.makeSequence()
        return ListUpdates { [weak self] in await self?.nextUpdate(of: sequence) }
    }
}
