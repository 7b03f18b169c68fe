public import Foundation

/// A list of arrays behind the same protocol as ``RemoteDataProvider``, for previews and tests: its rows and placeholders, its state and its
/// failure are what it was told.
///
/// Edits go well at once, unless ``failure`` is set. As over the network, values show at once, and rows come, go and move with the next update.
@MainActor
public final class PreviewDataProvider<Item: Codable & Sendable>: ListProvider {
    /// A tap that was reported.
    public struct Interaction: Sendable, Equatable {
        /// `select`, `deselect` or the action's name.
        public let action: String
        /// The item's id.
        public let item: String
        /// The context that the app gave.
        public let context: JSONValue
    }

    public let list = "preview"
    /// The title and metadata.
    public let info: ListInfo
    /// The state of the connection, which ``show(_:)`` changes.
    public private(set) var state: ConnectionState
    /// The version on the screen. Each change raises the list's version by 1.
    public private(set) var version: ListVersion = 1
    /// The taps, oldest first.
    public private(set) var interactions: [Interaction] = []
    /// The refusal that every edit gets; nil lets edits go well.
    public var failure: ListFailure?
    /// The ids of rows that are not loaded: a screen shows placeholders for them.
    public var placeholders: Set<String> = [] {
        didSet { tell(of: placeholders.symmetricDifference(oldValue)) }
    }
    public let remainingSections = 0
    /// The content on the screen.
    private(set) var shown: PreviewContent<Item>
    /// The content that all edits have made.
    private(set) var newest: PreviewContent<Item>
    private var newestVersion: ListVersion = 1
    private var done: [PreviewContent<Item>] = []
    private var undone: [PreviewContent<Item>] = []
    private var updates: [ListUpdate<Item>] = []
    private let consumer = UpdateConsumer()

    /// - Parameters:
    ///   - sections: The items of each section; item `[2, 17]` has the id `2-17`, section 2 the id `2`.
    ///   - headers: Those of the first sections.
    ///   - cell: The reuse identifier of all rows.
    ///   - info: The list's own properties.
    ///   - state: The state of the connection.
    public convenience init(
        _ sections: [[Item]], headers: [JSONValue] = [], cell: String = "Cell", info: ListInfo = ListInfo(), state: ConnectionState = .live
    ) {
        self.init(sections: Self.rows(sections, headers, cell), info: info, state: state)
    }

    /// One section without a header.
    public convenience init(_ items: [Item], cell: String = "Cell") { self.init([items], cell: cell) }

    /// - Parameters:
    ///   - sections: Sections and rows, each with its id, cell, type and marks.
    ///   - info: The list's own properties.
    ///   - state: The state of the connection.
    public init(
        sections: [(section: ListSection, rows: [ListRow<Item>])], info: ListInfo = ListInfo(), state: ConnectionState = .live
    ) {
        self.info = info
        self.state = state
        shown = PreviewContent(sections: sections)
        newest = shown
        updates = [.reload(ListReload(anchor: nil) {})]
    }

    private static func rows(
        _ sections: [[Item]], _ headers: [JSONValue], _ cell: String
    ) -> [(section: ListSection, rows: [ListRow<Item>])] {
        sections.enumerated().map { index, items in
            let header = headers.indices.contains(index) ? headers[index] : nil
            let rows = items.enumerated().map { ListRow(id: "\(index)-\($0)", cell: cell, value: $1) }
            return (ListSection(id: "\(index)", header: header, itemCount: items.count), rows)
        }
    }

    // MARK: What a test changes

    /// Shows other content: one ``ListUpdate/reload(_:)``.
    public func replace(with sections: [[Item]], headers: [JSONValue] = [], cell: String = "Cell") {
        newest = PreviewContent(sections: Self.rows(sections, headers, cell))
        newestVersion += 1
        (done, undone) = ([], [])
        let (content, version) = (newest, newestVersion)
        add(
            .reload(
                ListReload(anchor: nil) { [weak self] in
                    self?.shown = content
                    self?.version = version
                }))
    }

    /// Brings the connection to a state.
    public func show(_ state: ConnectionState) {
        self.state = state
        add(.state(state))
    }

    // MARK: Reads

    public func numberOfSections() -> Int { shown.sections.count }
    public func numberOfItems(in section: Int) -> Int { shown.sections.indices.contains(section) ? shown.sections[section].rows.count : 0 }
    public var itemCount: Int { shown.sections.reduce(0) { $0 + $1.rows.count } }
    public func item(at indexPath: IndexPath) -> Item? { row(at: indexPath)?.value }
    public func id(at indexPath: IndexPath) -> String? { row(at: indexPath)?.id }
    public func indexPath(of id: String) -> IndexPath? { placeholders.contains(id) ? nil : shown.position(of: id)?.indexPath }
    public func loadedRow(at indexPath: IndexPath) -> ListRow<Item>? { row(at: indexPath) }

    public func section(at index: Int) -> ListSection {
        shown.sections.indices.contains(index) ? shown.sections[index].section : .missing
    }

    public func row(at indexPath: IndexPath) -> ListRow<Item>? {
        shown.row(at: RowPosition(indexPath)).flatMap { placeholders.contains($0.id) ? nil : $0 }
    }

    public func prefetch(_ indexPaths: [IndexPath]) {}
    public func setVisible(_ indexPaths: [IndexPath]) {}

    public func load(around id: String) async throws -> IndexPath {
        guard let position = shown.position(of: id) else {
            throw ListFailure.gone(Problem(slug: ProblemSlug.itemNotFound.rawValue, status: 404))
        }
        placeholders.remove(id)
        return position.indexPath
    }

    /// Finds the items whose values have all words in their texts, in any case.
    public func search(_ text: String, offset: Int, limit: Int) async throws -> ListSearchResults<Item> {
        let words = text.lowercased().split(separator: " ").map(String.init)
        let found = try shown.sections.flatMap(\.rows).filter { row in
            let value = String(decoding: try JSONEncoder().encode(row), as: UTF8.self).lowercased()
            return words.allSatisfy(value.contains)
        }
        let rows = Array(found.dropFirst(max(0, offset)).prefix(max(0, limit)))
        return ListSearchResults(
            version: version, words: words, itemCount: found.count, isComplete: true, offset: offset, rows: rows)
    }

    // MARK: Connection

    public func start() { show(state == .idle ? .live : state) }
    public func stop() { show(.idle) }
    public func refresh() { show(state) }

    // MARK: Taps

    public func select(_ indexPath: IndexPath, context: JSONValue) { perform("select", at: indexPath, context: context) }
    public func deselect(_ indexPath: IndexPath, context: JSONValue) { perform("deselect", at: indexPath, context: context) }

    public func perform(_ action: String, at indexPath: IndexPath, context: JSONValue) {
        guard let row = row(at: indexPath) else { return }
        interactions.append(Interaction(action: action, item: row.id, context: context))
    }

    // MARK: Changes

    /// Makes an edit.
    ///
    /// - Parameter body: Changes the newest content, which may have gone on from what is shown.
    /// - Returns: The version that has it.
    func edit(_ body: (inout PreviewContent<Item>) throws -> Void) throws -> ListVersion {
        if let failure { throw failure }
        var content = newest
        try body(&content)
        done.append(newest)
        undone = []
        return change(to: content)
    }

    private func change(to content: PreviewContent<Item>) -> ListVersion {
        newest = content
        newestVersion += 1
        consumer.wake()
        return newestVersion
    }

    /// The revision of a row that the next edit writes.
    var nextRevision: ListVersion { newestVersion + 1 }

    public var canUndo: Bool { !done.isEmpty }
    public var canRedo: Bool { !undone.isEmpty }

    @discardableResult
    public func undo() async throws -> ListVersion {
        if let failure { throw failure }
        guard let content = done.popLast() else { return newestVersion }
        undone.append(newest)
        return change(to: content)
    }

    @discardableResult
    public func redo() async throws -> ListVersion {
        if let failure { throw failure }
        guard let content = undone.popLast() else { return newestVersion }
        done.append(newest)
        return change(to: content)
    }

    /// Shows a value at once.
    func show(_ row: ListRow<Item>) {
        guard let position = shown.position(of: row.id) else { return }
        shown.sections[position.section].rows[position.row] = row
        add(.reconfigure([position.indexPath]))
    }

    private func tell(of ids: Set<String>) {
        let positions = ids.compactMap { shown.position(of: $0) }.sorted()
        if !positions.isEmpty { add(.reconfigure(positions.map(\.indexPath))) }
    }

    // MARK: Updates

    public var changes: ListUpdates<Item> {
        let sequence = consumer.makeSequence()
        return ListUpdates { [weak self] in await self?.nextUpdate(of: sequence) }
    }

    private func add(_ update: ListUpdate<Item>) {
        updates.append(update)
        consumer.wake()
    }

    private func nextUpdate(of sequence: Int) async -> ListUpdate<Item>? {
        await consumer.next(of: sequence) { updates.isEmpty ? takeStage() : updates.removeFirst() }
    }

    private func takeStage() -> ListUpdate<Item>? {
        guard newestVersion > version else { return nil }
        let (content, version) = (newest, newestVersion)
        guard shown.hasSections(of: content) else {
            return .reload(
                ListReload(anchor: nil) { [weak self] in
                    self?.shown = content
                    self?.version = version
                })
        }
        let stage = shown.stage(to: content)
        guard stage.movesRows || !stage.items.updated.isEmpty || !stage.sections.updated.isEmpty else {
            (shown, self.version) = (content, version)
            return nil
        }
        let next = ListStage<Item>(stage.sections, RowDifference(stage)) { [weak self] in
            self?.shown = content
            self?.version = version
        }
        return .stages([next], version: version)
    }
}
