import Foundations
import Lists
import Wire

/// The paths of a list's parts, encoded.
enum ResourcePath {
    // A list's id has no character that is to be encoded.
    static func list(_ id: ListID) -> String { "/lists/" + id.text }

    static func sections(_ id: ListID) -> String { list(id) + "/sections" }

    static func geometry(_ id: ListID) -> String { list(id) + "/geometry" }

    static func search(_ id: ListID) -> String { list(id) + "/search" }

    static func items(_ id: ListID) -> String { list(id) + "/items" }

    static func items(_ id: ListID, of section: SectionReference) -> String {
        switch section {
        case .index(let index):
            path(id) { path in
                path.append("/sections/")
                path.append(index)
                path.append("/items")
            }
        case .id(let section): "\(sections(id))/@\(PercentEncoding.segment(section.text))/items"
        case .outOfRange: sections(id)
        }
    }

    static func item(_ id: ListID, at indexPath: IndexPath, version: Int64) -> String {
        path(id) { path in
            path.append("/items/")
            path.append(indexPath.section)
            path.append("-")
            path.append(indexPath.row)
            path.append("?at=")
            path.append(Int(version))
        }
    }

    static func item(_ id: ListID, _ item: Identifier) -> String { "\(items(id))/@\(PercentEncoding.segment(item.text))" }

    static func section(_ id: ListID, _ section: Identifier) -> String { "\(sections(id))/@\(PercentEncoding.segment(section.text))" }

    static func cellType(_ name: String) -> String { "/cell-types/\(PercentEncoding.segment(name))" }

    /// A path below a list's.
    private static func path(_ id: ListID, _ append: (inout ByteWriter) -> Void) -> String {
        var path = ByteWriter(capacity: 96 + id.text.utf8.count)
        path.append("/lists/")
        path.append(text: id.text)
        append(&path)
        return path.text
    }

    static func webhook(_ id: Identifier) -> String { "/webhooks/\(PercentEncoding.segment(id.text))" }
}
