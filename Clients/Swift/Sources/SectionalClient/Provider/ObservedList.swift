#if canImport(Observation)
    public import Foundation
    public import Observation

    /// A list for SwiftUI: takes the updates of a data source, and tells views that something has changed.
    ///
    /// ```swift
    /// @State private var cities = ObservedList(provider)
    ///
    /// List {
    ///     ForEach(0..<cities.numberOfSections, id: \.self) { section in
    ///         Section(cities.section(at: section).header?.string ?? "") {
    ///             ForEach(cities.rows(in: section)) { row in
    ///                 if let city = row.content?.value { CityRow(city) } else { ProgressView() }
    ///             }
    ///         }
    ///     }
    /// }
    /// .task { await cities.follow() }
    /// ```
    ///
    /// A view redraws for each update; a list of more than some thousand rows is better shown by a collection view, which is told what moved.
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @MainActor
    @Observable
    public final class ObservedList<Source: ListDataSource> {
        /// A row: loaded, or a placeholder with an identity of its own.
        public struct Row: Identifiable {
            /// The item's id; for a placeholder, one that no item has.
            public let id: String
            /// The row's index path on the screen.
            public let indexPath: IndexPath
            fileprivate let list: ObservedList

            /// Nil while it is not loaded, which asking begins: a view asks for the rows that it draws.
            @MainActor public var content: ListRow<Source.Item>? { list.content(at: indexPath) }
        }

        /// The data source that the list shows.
        @ObservationIgnored public let source: Source
        /// The state of the connection, observed.
        public private(set) var state = ConnectionState.idle
        /// Goes up with each update; reading it is what makes a view follow the list.
        private var generation = 0

        /// Makes an observed list of a data source.
        public init(_ source: Source) { self.source = source }

        /// Takes the updates until the task is cancelled: for a view's `task`.
        public func follow() async {
            for await update in source.changes {
                switch update {
                case .reload(let reload): reload.apply()
                case .stages(let stages, _): for stage in stages { stage.apply() }
                case .state(let new): state = new
                case .reconfigure, .info, .refused: break
                }
                generation += 1
            }
        }

        /// The list's title and metadata, observed.
        public var info: ListInfo {
            access()
            return source.info
        }

        /// Number of sections on the screen, observed.
        public var numberOfSections: Int {
            access()
            return source.numberOfSections()
        }

        /// Returns the section at an index, observed.
        public func section(at index: Int) -> ListSection {
            access()
            return source.section(at: index)
        }

        /// The rows of a section. None is loaded by it; reading a row's ``Row/content`` is what loads it.
        public func rows(in section: Int) -> [Row] {
            access()
            let id = source.section(at: section).id
            return (0..<source.numberOfItems(in: section)).map { row in
                let indexPath = RowPosition(section, row).indexPath
                // No id has a control character.
                return Row(id: source.id(at: indexPath) ?? "\u{0}\(id)-\(row)", indexPath: indexPath, list: self)
            }
        }

        /// A view may ask for a row of its last drawing, which is no more.
        private func content(at indexPath: IndexPath) -> ListRow<Source.Item>? {
            access()
            return source.row(at: indexPath)
        }

        private func access() { _ = generation }
    }
#endif
