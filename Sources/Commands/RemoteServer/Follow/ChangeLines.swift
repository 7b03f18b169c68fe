import JSON

/// How a change looks: a line for its version, and a line for each operation.
struct ChangeLines {
    /// Finds the item's value or the section's header, in a version, for an operation that only names an id.
    let look: (_ operation: FollowedOperation, _ version: Int64) -> JSONText?

    /// The most operations of a change whose content is looked up; those of a longer one show their ids.
    static let lookUps = 25
    /// The most characters of a value that are shown.
    private static let width = 60

    func lines(of change: FollowedChange) -> [String] {
        var lines = ["version \(change.to)"]
        if change.reload { return lines + ["too much has changed to be listed: read the list again"] }
        if change.hasProperties { lines.append("changed the list's properties") }
        let isShort = change.operations.count <= Self.lookUps
        return lines
            + change.operations.map { operation in
                let version = operation.kind == .deleted ? change.from : change.to
                let content = operation.content ?? (isShort ? look(operation, version) : nil)
                return Self.line(operation, content)
            }
    }

    private static func line(_ operation: FollowedOperation, _ content: JSONText?) -> String {
        let positions = [operation.from, operation.to].compactMap { $0 }.joined(separator: " → ")
        return "\(operation.kind)\(operation.isSection ? " section" : "") \(name(operation, content)) \(positions)"
    }

    /// The content as JSON, shortened; the id where there is none.
    private static func name(_ operation: FollowedOperation, _ content: JSONText?) -> String {
        guard let content, !content.isNull else { return "@\(operation.id ?? "")" }
        return content.text.count <= width ? content.text : "\(content.text.prefix(width))…"
    }
}
