#if canImport(SwiftUI) && canImport(Combine)
    public import Combine
    public import Foundation

    /// A list for views of SwiftUI from iOS 15 on: takes the updates of a data source, and tells views that something has changed.
    ///
    /// ``SectionalList`` shows one. A view of an app's own reads it in the same way: ``sections``, and in them rows whose identity stays while they
    /// load and wherever they move.
    @MainActor
    public final class ObservableList<Source: ListDataSource>: ObservableObject {
        @Published private var generation = 0
        let presenter: ListPresenter<Source>

        /// Makes an observable list of a data source.
        public init(_ source: Source) {
            presenter = ListPresenter(source)
            presenter.willChange = { [weak self] in self?.generation += 1 }
        }

        /// The data source that the list shows.
        public var source: Source { presenter.source }
        /// The state of the connection.
        public var state: ConnectionState { presenter.state }
        /// The list as a whole: its rows, or why there are none.
        public var phase: ListPhase { presenter.phase }
        /// The list's title and metadata.
        public var info: ListInfo { source.info }
        /// The sections with their rows, of which none is loaded by it.
        public var sections: ShownSections { presenter.sections }
        /// Whether rows can be deleted and moved, which takes a server.
        public var isEditable: Bool { presenter.isEditable }

        /// The content of a row; nil while it is not loaded, which asking begins. A view asks for rows that it draws.
        public func content(of row: ShownRow) -> ListRow<Source.Item>? { presenter.row(at: row.indexPath) }

        /// Tells that a row came to the screen, so that those after it are loaded too.
        public func appeared(_ row: ShownRow) { presenter.appeared(row.indexPath) }

        /// Starts the list, and takes its updates until the task is cancelled: for a view's `task`.
        public func follow() async { await presenter.follow() }

        /// Asks the server again, and returns when it has answered or cannot be reached: for `refreshable`.
        public func refresh() async { await presenter.refresh() }

        /// Deletes rows of a section: for `onDelete`. A refusal is a ``failure``.
        public func delete(_ rows: IndexSet, in section: ShownSection) { presenter.delete(rows, in: section.index) }

        /// Moves rows of a section to before another of its rows: for `onMove`. A refusal is a ``failure``.
        public func move(_ rows: IndexSet, to row: Int, in section: ShownSection) { presenter.move(rows, to: row, in: section.index) }

        /// Why the last edit was refused; nil after ``showsFailure`` was set to false.
        public var failure: (any Error)? { presenter.failure }

        /// Whether there is a ``failure``: for an alert.
        public var showsFailure: Bool {
            get { presenter.failure != nil }
            set {
                guard !newValue, presenter.failure != nil else { return }
                generation += 1
                presenter.failure = nil
            }
        }
    }
#endif
