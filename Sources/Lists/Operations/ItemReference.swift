/// How a request names an item.
public enum ItemReference: Sendable, Hashable {
    /// By its index path, both counted from 0.
    case path(section: Int, row: Int)
    case id(Identifier)
    /// By an index path that no list has, since no `Int` holds one of its numbers.
    case outOfRange
}
