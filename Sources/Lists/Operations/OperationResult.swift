import JSON

/// The result of an operation: the things that it has made or changed, as they are after all operations of the request.
public enum OperationResult: Sendable {
    public typealias ShownItem = (item: Item, revision: ItemRevision)

    case deletion
    /// `nil` where a later operation has deleted it.
    case item(ShownItem?)
    case items([ShownItem?])
    /// An item that the write has taken out of the view that it went through, and the name of its type.
    case departed(type: String?, ItemRevision)
    case section(Section?)

    /// Bytes of the values that it shows.
    public var byteCount: Int {
        switch self {
        case .deletion: 0
        case .item(let item): Self.byteCount(of: item)
        case .items(let items): items.reduce(0) { $0 + Self.byteCount(of: $1) }
        case .departed(_, let revision): revision.value.byteCount
        case .section(let section): section?.content.byteCount ?? 0
        }
    }

    private static func byteCount(of item: ShownItem?) -> Int { item?.revision.value.byteCount ?? 0 }
}
