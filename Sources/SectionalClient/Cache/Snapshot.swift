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
}
