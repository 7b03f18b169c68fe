#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// Shows a list in a table: dequeues each row's cell by its `cell`, configures it, loads what is next, and reports taps.
    ///
    /// Register a class for each cell, and call ``follow()`` in a task as long as the view lives. The view does not retain this.
    /// A row that is not loaded, and one whose cell nobody has registered, is an empty placeholder, never an exception.
    @MainActor
    open class RemoteTableDataSource<Source: ListDataSource>: NSObject, UITableViewDataSource, UITableViewDelegate,
        UITableViewDataSourcePrefetching
    {
        /// The type of the list's values.
        public typealias Item = Source.Item

        /// The data source that the table shows.
        public let source: Source
        /// The table; nil once it has gone.
        public private(set) weak var tableView: UITableView?
        /// How rows and sections come and go.
        open var animation: UITableView.RowAnimation = .automatic
        /// Called when a row that is loaded was tapped, after the server was told.
        open var didSelect: ((ListRow<Item>, IndexPath) -> Void)?
        /// Called when the list's title or metadata are others, after the visible rows were configured again.
        open var didChangeInfo: ((ListInfo) -> Void)?
        /// Called with each change of the connection.
        open var didChangeState: ((ConnectionState) -> Void)?

        private var cells = RegisteredCells<UITableViewCell, Item>()
        private var header: ((UITableViewHeaderFooterView, ListSection) -> Void)?
        private var footer: ((UITableViewHeaderFooterView, ListSection) -> Void)?

        private static var headerIdentifier: String { "sectional.header" }
        private static var footerIdentifier: String { "sectional.footer" }

        /// - Parameters:
        ///   - source: The data source to show.
        ///   - tableView: Gets this as its data source, delegate and prefetching data source.
        public init(_ source: Source, for tableView: UITableView) {
            self.source = source
            self.tableView = tableView
            super.init()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: RegisteredCells<UITableViewCell, Item>.placeholder)
            tableView.dataSource = self
            tableView.delegate = self
            tableView.prefetchDataSource = self
        }

        /// Shows rows of a cell by a class.
        ///
        /// - Parameters:
        ///   - cellClass: The class of the cells.
        ///   - cell: The reuse identifier that the server gives with the item; the class's name if nothing else is said.
        ///   - configure: Called for each row that comes on the screen or has changed.
        public func register<Cell: UITableViewCell>(
            _ cellClass: Cell.Type, for cell: String = String(describing: Cell.self), configure: @escaping (Cell, ListRow<Item>) -> Void
        ) {
            tableView?.register(cellClass, forCellReuseIdentifier: cell)
            cells.register(cell, identifier: cell, configure: configure)
        }

        /// Shows rows that are not loaded by a class.
        public func registerPlaceholder<Cell: UITableViewCell>(_ cellClass: Cell.Type, configure: @escaping (Cell) -> Void = { _ in }) {
            tableView?.register(cellClass, forCellReuseIdentifier: RegisteredCells<UITableViewCell, Item>.placeholder)
            cells.registerPlaceholder(configure: configure)
        }

        /// Shows sections in headers by a class.
        public func registerHeader<View: UITableViewHeaderFooterView>(
            _ viewClass: View.Type, configure: @escaping (View, ListSection) -> Void
        ) {
            tableView?.register(viewClass, forHeaderFooterViewReuseIdentifier: Self.headerIdentifier)
            header = { view, section in if let view = view as? View { configure(view, section) } }
        }

        /// Shows sections in footers by a class.
        public func registerFooter<View: UITableViewHeaderFooterView>(
            _ viewClass: View.Type, configure: @escaping (View, ListSection) -> Void
        ) {
            tableView?.register(viewClass, forHeaderFooterViewReuseIdentifier: Self.footerIdentifier)
            footer = { view, section in if let view = view as? View { configure(view, section) } }
        }

        /// Takes the updates until the task is cancelled.
        public func follow() async {
            for await update in source.changes { show(update) }
        }

        /// Shows an update. An override calls `super`, which changes ``source``.
        open func show(_ update: ListUpdate<Item>) {
            tableView?.show(
                update, of: source, with: animation, reuseIdentifier: cells.identifier(of:),
                header: { view, section in header?(view, source.section(at: section)) },
                footer: { view, section in footer?(view, source.section(at: section)) })
            if case .info(let info) = update { didChangeInfo?(info) }
            if case .state(let state) = update { didChangeState?(state) }
        }

        private func supplement(
            _ configure: ((UITableViewHeaderFooterView, ListSection) -> Void)?, _ identifier: String, of section: Int
        ) -> UIView? {
            guard let configure, let view = tableView?.dequeueReusableHeaderFooterView(withIdentifier: identifier) else { return nil }
            configure(view, source.section(at: section))
            return view
        }

        // MARK: UITableViewDataSource

        open func numberOfSections(in tableView: UITableView) -> Int { source.numberOfSections() }

        open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { source.numberOfItems(in: section) }

        open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let row = source.row(at: indexPath)
            let cell = tableView.dequeueReusableCell(withIdentifier: cells.identifier(of: row), for: indexPath)
            cells.configure(cell, row)
            return cell
        }

        // MARK: UITableViewDelegate

        open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
            source.estimatedHeight(at: indexPath).map { CGFloat($0) } ?? UITableView.automaticDimension
        }

        open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
            supplement(header, Self.headerIdentifier, of: section)
        }

        open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
            supplement(footer, Self.footerIdentifier, of: section)
        }

        open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            guard let row = source.row(at: indexPath) else { return }
            source.select(indexPath)
            didSelect?(row, indexPath)
        }

        open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            source.deselect(indexPath)
        }

        open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
            source.setVisible(Set((tableView.indexPathsForVisibleRows ?? []) + [indexPath]).sorted())
        }

        // MARK: UITableViewDataSourcePrefetching

        open func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            source.prefetch(indexPaths)
        }
    }
#endif
