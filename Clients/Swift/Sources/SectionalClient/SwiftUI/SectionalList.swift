#if canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// A list of a server, live: its sections and rows, in SwiftUI from iOS 15 on.
    ///
    /// ```swift
    /// SectionalList("cities", on: service) { (row: ListRow<City>) in
    ///     Text(row.value?.name ?? "")
    /// }
    /// ```
    ///
    /// Rows are loaded as they are drawn. Pulling asks the server again, a swipe deletes a row, and in edit mode rows are moved. An edit that is
    /// refused is told in an alert. The list's title is the navigation's. `deleteDisabled` and `moveDisabled` of a row take these away.
    public struct SectionalList<Source: ListDataSource, Content: View>: View {
        @StateObject private var list: ObservableList<Source>
        private let row: (ListRow<Source.Item>) -> Content
        private var placeholder: () -> AnyView = { AnyView(ProgressView()) }
        private var header: ((ListSection) -> AnyView)?
        private var phase: ((ListPhase) -> AnyView)?
        private var report: ((any Error) -> Void)?

        /// Shows a list of a server, which starts as the view comes to the screen.
        ///
        /// - Parameters:
        ///   - list: The list's id.
        ///   - service: The server.
        ///   - options: Sizes, folders and cell types.
        ///   - row: Shows a row that is loaded.
        public init<Item>(
            _ list: String, on service: SectionalService, options: ListOptions = ListOptions(),
            @ViewBuilder row: @escaping (ListRow<Item>) -> Content
        ) where Source == RemoteDataProvider<Item> {
            self.init(RemoteDataProvider<Item>(service, list: list, options: options), row: row)
        }

        /// Shows a data source of the app's own, which writes to it, or one of arrays in a preview.
        public init(_ source: @autoclosure @escaping () -> Source, @ViewBuilder row: @escaping (ListRow<Source.Item>) -> Content) {
            _list = StateObject(wrappedValue: ObservableList(source()))
            self.row = row
        }

        /// Shows rows that are not loaded yet.
        public func placeholder<Other: View>(@ViewBuilder _ content: @escaping () -> Other) -> SectionalList {
            var copy = self
            copy.placeholder = { AnyView(content()) }
            return copy
        }

        /// Shows the headers of sections.
        public func sectionHeader<Other: View>(@ViewBuilder _ content: @escaping (ListSection) -> Other) -> SectionalList {
            var copy = self
            copy.header = { AnyView(content($0)) }
            return copy
        }

        /// Shows what there is instead of rows: that the list is loading, empty, missing, not to be reached, or refused.
        public func phase<Other: View>(@ViewBuilder _ content: @escaping (ListPhase) -> Other) -> SectionalList {
            var copy = self
            copy.phase = { AnyView(content($0)) }
            return copy
        }

        /// Takes edits that were refused, in the place of the alert.
        public func onFailure(_ report: @escaping (any Error) -> Void) -> SectionalList {
            var copy = self
            copy.report = report
            return copy
        }

        /// The list, with what stands in its place while there is no row.
        public var body: some View {
            List {
                ForEach(list.sections) { section in
                    Section {
                        ForEach(section.rows) { cell($0) }
                            .onDelete(perform: list.isEditable ? { list.delete($0, in: section) } : nil)
                            .onMove(perform: list.isEditable ? { list.move($0, to: $1, in: section) } : nil)
                    } header: {
                        heading(section.section)
                    }
                }
            }
            .overlay(alignment: .center) { if list.phase != .rows { instead(of: list.phase) } }
            .refreshable { [list] in await list.refresh() }
            .navigationTitle(list.info.title ?? "")
            .alert(failureText, isPresented: $list.showsFailure) { Button(action: {}, label: { Text("OK") }) }
            .task { [list, report] in
                list.presenter.report = report
                await list.follow()
            }
        }

        @ViewBuilder
        private func heading(_ section: ListSection) -> some View {
            if let header {
                header(section)
            } else if let text = section.header?.text {
                Text(text)
            }
        }

        @ViewBuilder
        private func cell(_ shown: ShownRow) -> some View {
            if let content = list.content(of: shown) {
                row(content).onAppear { list.appeared(shown) }
            } else {
                placeholder()
                    .frame(minHeight: list.source.estimatedHeight(at: shown.indexPath).map { CGFloat($0) })
                    .onAppear { list.appeared(shown) }
            }
        }

        private var failureText: String {
            guard let failure = list.failure as? ListFailure else { return list.failure?.localizedDescription ?? "" }
            return failure.problem?.title ?? failure.localizedDescription
        }

        @ViewBuilder
        private func instead(of phase: ListPhase) -> some View {
            if let content = self.phase {
                content(phase)
            } else {
                switch phase {
                case .rows: EmptyView()
                case .loading: ProgressView()
                case .empty: Text("There is nothing in this list.")
                case .missing: Text("There is no such list yet.")
                case .unreachable: Text("The server cannot be reached.")
                case .failed(let failure): Text(failure.problem?.title ?? failure.localizedDescription)
                }
            }
        }
    }
#endif
