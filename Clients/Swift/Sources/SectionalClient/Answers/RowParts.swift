/// The parts of a value that a row shows, as JSON pointers (RFC 6901). They are kept in the list's metadata under `row`, which the server's
/// own page writes (“What a row shows…”).
///
/// ```swift
/// let shown = cities.info.row
/// label.text = row.value?[pointer: shown.title ?? "/city"]?.text
/// ```
public struct RowParts: Sendable, Hashable {
    /// The pointer to the title; nil where none is chosen, here and below.
    public let title: String?
    /// The pointer to what stands below the title.
    public let detail: String?
    /// The pointer to what stands at the row's end.
    public let trailing: String?
    /// The pointer to the address of a picture.
    public let picture: String?
    /// The pointers to the columns of a table.
    public let columns: [String]

    /// - Parameter row: The metadata's member `row`. A pointer that is none counts as not chosen.
    init(_ row: JSONValue?) {
        func pointer(_ value: JSONValue?) -> String? { value?.string.flatMap { $0.isEmpty || $0.hasPrefix("/") ? $0 : nil } }
        title = pointer(row?["title"])
        detail = pointer(row?["detail"])
        trailing = pointer(row?["trailing"])
        picture = pointer(row?["picture"])
        columns = if case .array(let all)? = row?["columns"] { all.compactMap(pointer) } else { [] }
    }
}
