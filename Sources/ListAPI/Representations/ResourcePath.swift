import Lists
import Wire

/// The paths of a list's parts, encoded.
enum ResourcePath {
    static func list(_ id: ListID) -> String { "/lists/\(PercentEncoding.segment(id.text))" }

    static func sections(_ id: ListID) -> String { list(id) + "/sections" }

    static func geometry(_ id: ListID) -> String { list(id) + "/geometry" }

    static func items(_ id: ListID) -> String { list(id) + "/items" }

    static func items(_ id: ListID, of section: SectionReference) -> String {
        switch section {
        case .index(let index): "\(sections(id))/\(index)/items"
        case .id(let section): "\(sections(id))/@\(PercentEncoding.segment(section.text))/items"
        case .outOfRange: sections(id)
        }
    }

    static func item(_ id: ListID, at path: IndexPath, version: Int64) -> String { "\(items(id))/\(path)?at=\(version)" }

    static func item(_ id: ListID, _ item: Identifier) -> String { "\(items(id))/@\(PercentEncoding.segment(item.text))" }

    static func section(_ id: ListID, _ section: Identifier) -> String { "\(sections(id))/@\(PercentEncoding.segment(section.text))" }

    static func cellType(_ name: String) -> String { "/cell-types/\(PercentEncoding.segment(name))" }

    static func webhook(_ id: Identifier) -> String { "/webhooks/\(PercentEncoding.segment(id.text))" }
}
