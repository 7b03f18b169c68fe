public import Foundation

/// A list of arrays behind the same protocol as ``RemoteDataProvider``, for previews and tests. Everything is loaded, and every write goes
/// well.
@MainActor
public final class PreviewDataProvider<Item: Codable & Sendable>: ListDataSource {
    /// A tap that was reported.
    public struct Interaction: Sendable, Equatable {
        /// `select`, `deselect` or the action's name.
        public let action: String
        /// The item's id.
        public let item: String
        /// The context that the app gave.
        public let context: JSONValue
    }

    /// The title and metadata.
    public let info: ListInfo
    /// The list's version, which each change raises by 1.
    public private(set) var version: ListVersion = 1
    /// The taps, oldest first.
    public private(set) var interactions: [Interaction] = []
    private var sections: [(section: ListSection, rows: [ListRow<Item>])]
    private var updates: [ListUpdate<Item>] = []
    private let consumer = UpdateConsumer()

    /// - Parameters:
    ///   - sections: The items of each section; item `[2, 17]` has the id `2-17`, section 2 the id `2`.
    ///   - headers: Those of the first sections.
    ///   - cell: The reuse identifier of all rows.
    ///   - info: The list's own properties.
    public init(_ sections: [[Item]], headers: [JSONValue] = [], cell: String = "Cell", info: ListInfo = ListInfo()) {
        self.info = info
        self.sections = Self.rows(sections, headers, cell)
        updates = [.reload(ListReload(anchor: nil) {})]
    }

    /// One section without a header.
    public convenience init(_ items: [Item], cell: String = "Cell") { self.init([items], cell: cell) }

    private static func rows(
        _ sections: [[Item]], _ headers: [JSONValue], _ cell: String
    ) -> [(section: ListSection, rows: [ListRow<Item>])] {
        sections.enumerated().map { index, items in
            let header = headers.indices.contains(index) ? headers[index] : nil
            let rows = items.enumerated().map { ListRow(id: "\(index)-\($0)", cell: cell, value: $1) }
            return (ListSection(id: "\(index)", header: header, itemCount: items.count), rows)
        }
    }

    /// Shows other content: one ``ListUpdate/reload(_:)``.
    public func replace(with sections: [[Item]], headers: [JSONValue] = [], cell: String = "Cell") {
        let new = Self.rows(sections, headers, cell)
        add(
            .reload(
                ListReload(anchor: nil) { [weak self] in
                    self?.sections = new
                    self?.version += 1
                }))
    }

    public func numberOfSections() -> Int { sections.count }
    public func numberOfItems(in section: Int) -> Int { sections.indices.contains(section) ? sections[section].rows.count : 0 }
    public func item(at indexPath: IndexPath) -> Item? { row(at: indexPath)?.value }
    public func section(at index: Int) -> ListSection { sections.indices.contains(index) ? sections[index].section : .missing }

    public func row(at indexPath: IndexPath) -> ListRow<Item>? {
        let position = RowPosition(indexPath)
        guard sections.indices.contains(position.section), sections[position.section].rows.indices.contains(position.row) else {
            return nil
        }
        return sections[position.section].rows[position.row]
    }

    public func loadedRow(at indexPath: IndexPath) -> ListRow<Item>? { row(at: indexPath) }

    @discardableResult
    public func updateItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        let position = RowPosition(indexPath)
        guard row(at: indexPath) != nil else { throw ListFailure.notLoaded }
        sections[position.section].rows[position.row].value = value
        version += 1
        add(.reconfigure([indexPath]))
        return version
    }

    public func id(at indexPath: IndexPath) -> String? { row(at: indexPath)?.id }

    public func indexPath(of id: String) -> IndexPath? {
        for (index, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(where: { ExactID($0.id) == ExactID(id) }) { return RowPosition(index, row).indexPath }
        }
        return nil
    }

    public func select(_ indexPath: IndexPath, context: JSONValue) { perform("select", at: indexPath, context: context) }
    public func deselect(_ indexPath: IndexPath, context: JSONValue) { perform("deselect", at: indexPath, context: context) }

    public func perform(_ action: String, at indexPath: IndexPath, context: JSONValue) {
        guard let row = row(at: indexPath) else { return }
        interactions.append(Interaction(action: action, item: row.id, context: context))
    }

    public func prefetch(_ indexPaths: [IndexPath]) {}
    public func setVisible(_ indexPaths: [IndexPath]) {}

    public var changes: ListUpdates<Item> {
        let sequence = consumer.makeSequence()
        return ListUpdates { [weak self] in await self?.nextUpdate(of: sequence) }
    }

    private func add(_ update: ListUpdate<Item>) {
        updates.append(update)
        consumer.wake()
    }

    private func nextUpdate(of sequence: Int) async -> ListUpdate<Item>? {
        await consumer.next(of: sequence) { updates.isEmpty ? nil : updates.removeFirst() }
    }
}
