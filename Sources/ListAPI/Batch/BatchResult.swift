import JSON
import Lists
import Wire

/// What one operation of a batch has made or changed, as it is in the version after all of them.
enum BatchResult: Sendable {
    typealias PlacedItem = (item: Item, revision: ItemRevision)

    /// A deletion.
    case nothing
    /// `nil` where a later operation has deleted it.
    case item(PlacedItem?)
    case items([PlacedItem?])
    case section(Section?)

    /// Bytes of the values that it shows.
    var byteCount: Int {
        switch self {
        case .nothing: 0
        case .item(let item): Self.byteCount(of: item)
        case .items(let items): items.reduce(0) { $0 + Self.byteCount(of: $1) }
        case .section(let section):
            section.map { $0.content.header.byteCount + $0.content.footer.byteCount + $0.content.metadata.byteCount } ?? 0
        }
    }

    private static func byteCount(of item: PlacedItem?) -> Int { item?.revision.value.byteCount ?? 0 }
}
