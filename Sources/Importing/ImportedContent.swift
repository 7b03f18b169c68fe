public import Lists

/// What a file holds, and where in the file its items stand.
public struct ImportedContent: Sendable {
    public let draft: ListDraft
    /// The lines of the items of each section; empty where items are not rows.
    let lines: [[Int]]

    var itemCount: Int { draft.sections.reduce(0) { $0 + $1.items.count } }

    /// The line of what a list refuses; `nil` where it is not known.
    public func line(of subject: ListError.Subject?) -> Int? {
        switch subject {
        case .section(let index): lines.indices.contains(index) ? lines[index].first : nil
        case .item(let path):
            lines.indices.contains(path.section) && lines[path.section].indices.contains(path.row) ? lines[path.section][path.row] : nil
        case .line(let line): line
        case nil: nil
        }
    }
}
