#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// The cells that an app has registered, by the `cell` of their rows: what each is dequeued by, and how it shows a row.
    @MainActor
    struct RegisteredCells<View: UIView, Item: Codable & Sendable> {
        static var placeholder: String { "sectional.placeholder" }

        private var identifiers: [String: String] = [:]
        private var configurations: [String: (View, ListRow<Item>) -> Void] = [:]
        private var configurePlaceholder: (View) -> Void = { _ in }

        /// - Parameters:
        ///   - identifier: The reuse identifier.
        ///   - configure: Called for each row that comes on the screen or has changed.
        mutating func register<Cell>(_ cell: String, identifier: String, configure: @escaping (Cell, ListRow<Item>) -> Void) {
            identifiers[cell] = identifier
            configurations[cell] = { view, row in if let view = view as? Cell { configure(view, row) } }
        }

        mutating func identify(_ cell: String, by identifier: String) { identifiers[cell] = identifier }

        mutating func registerPlaceholder<Cell>(configure: @escaping (Cell) -> Void) {
            configurePlaceholder = { view in if let view = view as? Cell { configure(view) } }
        }

        /// The placeholder's where the row is not loaded, or its `cell` is not registered.
        func identifier(of row: ListRow<Item>?) -> String { row.flatMap { identifiers[$0.cell] } ?? Self.placeholder }

        func configure(_ view: View, _ row: ListRow<Item>?) {
            if let row, let configure = configurations[row.cell] { configure(view, row) } else { configurePlaceholder(view) }
        }
    }
#endif
