import Foundation

/// A snapshot of the screen: all sections of a version, and the rows around those that were looked at last.
struct Snapshot<Item: Codable & Sendable>: Codable, Sendable {
    /// Rows that follow each other in the flat list.
    struct Run: Codable, Sendable {
        let offset: Int
        var rows: [ListRow<Item>]
    }

    let version: ListVersion
    /// Of the app that kept it: the rows are for the same alone, by ``RowSchema``.
    let schema: String
    let savedAt: Date
    let sections: [ListSection]
    let runs: [Run]
    /// `List-Created`; nil where the server did not say.
    var created: String?
    /// The variant of the rows' cells, by ``ListModel/variant``.
    var variant: String?
    /// The list's own properties; nil in a file of an app that did not ask for them.
    var info: ListInfo?

    /// The model that shows it: rows are for the app that kept them alone. Nil where it is none that can be shown.
    ///
    /// - Parameter cells: ``ListOptions/acceptedCells``.
    func model(cells: [String]?) -> ListModel<Item>? {
        guard version > 0, ListShape.isSound(sections.lazy.map(\.itemCount)) else { return nil }
        var model = ListModel<Item>(version: version, sections: sections)
        model.info = info ?? ListInfo()
        if schema == RowSchema.tag(cells: cells) {
            for run in runs { model.place(run.rows, at: run.offset) }
        }
        if let variant { model.add(variant: variant) }
        return model
    }
}
