#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// Shows a list in a collection view: dequeues each row's cell by its `cell`, configures it, loads what is next, and reports taps.
    ///
    /// Register a class for each cell, and call ``follow()`` in a task as long as the view lives. The view does not retain this.
    /// A row that is not loaded, and one whose cell nobody has registered, is an empty placeholder, never an exception.
    @MainActor
    open class RemoteCollectionDataSource<Source: ListDataSource>: NSObject, UICollectionViewDataSource, UICollectionViewDelegate,
        UICollectionViewDataSourcePrefetching
    {
        /// The type of the list's values.
        public typealias Item = Source.Item

        /// The data source that the collection view shows.
        public let source: Source
        /// The collection view; nil once it has gone.
        public private(set) weak var collectionView: UICollectionView?
        /// Called when a row that is loaded was tapped, after the server was told.
        open var didSelect: ((ListRow<Item>, IndexPath) -> Void)?
        /// Called when the list's title or metadata are others, after the visible rows were configured again.
        open var didChangeInfo: ((ListInfo) -> Void)?
        /// Called with each change of the connection.
        open var didChangeState: ((ConnectionState) -> Void)?

        private var cells = RegisteredCells<UICollectionViewCell, Item>()
        /// Dequeues the cells that have a registration, by the rows' `cell`.
        private var registrations: [String: (UICollectionView, IndexPath, ListRow<Item>) -> UICollectionViewCell] = [:]
        private var supplements: [String: (UICollectionReusableView, ListSection) -> Void] = [:]

        private static var placeholderIdentifier: String { RegisteredCells<UICollectionViewCell, Item>.placeholder }
        private static var supplementIdentifier: String { "sectional.supplement" }

        /// - Parameters:
        ///   - source: The data source to show.
        ///   - collectionView: Gets this as its data source, delegate and prefetching data source.
        public init(_ source: Source, for collectionView: UICollectionView) {
            self.source = source
            self.collectionView = collectionView
            super.init()
            collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: Self.placeholderIdentifier)
            collectionView.dataSource = self
            collectionView.delegate = self
            collectionView.prefetchDataSource = self
        }

        /// Shows rows of a cell by a class.
        ///
        /// - Parameters:
        ///   - cellClass: The class of the cells.
        ///   - cell: The reuse identifier that the server gives with the item; the class's name if nothing else is said.
        ///   - configure: Called for each row that comes on the screen or has changed.
        public func register<Cell: UICollectionViewCell>(
            _ cellClass: Cell.Type, for cell: String = String(describing: Cell.self), configure: @escaping (Cell, ListRow<Item>) -> Void
        ) {
            collectionView?.register(cellClass, forCellWithReuseIdentifier: cell)
            registrations[cell] = nil
            cells.register(cell, identifier: cell, configure: configure)
        }

        /// Shows rows of a cell by a registration, which says its class, or the nib, and how it is configured.
        ///
        /// - Parameters:
        ///   - registration: Made once, not for each row.
        ///   - cell: The reuse identifier that the server gives with the item; the class's name if nothing else is said.
        public func register<Cell: UICollectionViewCell>(
            _ registration: UICollectionView.CellRegistration<Cell, ListRow<Item>>, for cell: String = String(describing: Cell.self)
        ) {
            // No cell has this one, so none is configured again as this before one is made.
            cells.identify(cell, by: "")
            registrations[cell] = { view, indexPath, row in
                view.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: row)
            }
        }

        /// Shows rows that are not loaded by a class.
        public func registerPlaceholder<Cell: UICollectionViewCell>(
            _ cellClass: Cell.Type, configure: @escaping (Cell) -> Void = { _ in }
        ) {
            collectionView?.register(cellClass, forCellWithReuseIdentifier: Self.placeholderIdentifier)
            cells.registerPlaceholder(configure: configure)
        }

        /// Shows sections in headers or footers by a class, where the view's layout has them.
        public func register<View: UICollectionReusableView>(
            _ viewClass: View.Type, forSupplementaryViewOfKind kind: String, configure: @escaping (View, ListSection) -> Void
        ) {
            collectionView?.register(viewClass, forSupplementaryViewOfKind: kind, withReuseIdentifier: Self.supplementIdentifier)
            supplements[kind] = { view, section in if let view = view as? View { configure(view, section) } }
        }

        /// Takes the updates until the task is cancelled.
        public func follow() async {
            for await update in source.changes { show(update) }
        }

        /// Shows an update. An override calls `super`, which changes ``source``.
        open func show(_ update: ListUpdate<Item>) {
            collectionView?.show(update, of: source, reuseIdentifier: cells.identifier(of:)) { view, kind, section in
                supplements[kind]?(view, source.section(at: section))
            }
            if case .info(let info) = update { didChangeInfo?(info) }
            if case .state(let state) = update { didChangeState?(state) }
        }

        // MARK: UICollectionViewDataSource

        open func numberOfSections(in collectionView: UICollectionView) -> Int { source.numberOfSections() }

        open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            source.numberOfItems(in: section)
        }

        open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
            let row = source.row(at: indexPath)
            if let row, let dequeue = registrations[row.cell] {
                let cell = dequeue(collectionView, indexPath, row)
                // UIKit makes up the identifier of a registration.
                if let identifier = cell.reuseIdentifier { cells.identify(row.cell, by: identifier) }
                return cell
            }
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: cells.identifier(of: row), for: indexPath)
            cells.configure(cell, row)
            return cell
        }

        open func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
        ) -> UICollectionReusableView {
            let identifier = Self.supplementIdentifier
            if supplements[kind] == nil {
                supplements[kind] = { _, _ in }
                collectionView.register(
                    UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
            }
            let view = collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
            supplements[kind]?(view, source.section(at: indexPath.section))
            return view
        }

        // MARK: UICollectionViewDelegate

        open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            guard let row = source.row(at: indexPath) else { return }
            source.select(indexPath)
            didSelect?(row, indexPath)
        }

        open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
            source.deselect(indexPath)
        }

        open func collectionView(
            _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            source.setVisible(Set(collectionView.indexPathsForVisibleItems + [indexPath]).sorted())
        }

        // MARK: UICollectionViewDataSourcePrefetching

        open func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            source.prefetch(indexPaths)
        }
    }
#endif
