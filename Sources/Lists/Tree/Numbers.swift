/// A number that a list gives once and never again: to its items, its sections, its logical tree nodes, and to every immutable node
/// and revision. `list number << 36 | counter`, so that all that belongs to a list is one range of keys and newer things come last.
public typealias Number = Int64

/// The number of one immutable node: a logical node gets a new key with each rewrite and keeps its number.
public typealias NodeKey = Int64

/// The number of one immutable revision of an item, a section or a list's properties.
public typealias RevisionKey = Int64

/// How a list's number and its counter make up its keys.
public enum KeyRange {
    /// Bits of the counter below the list number.
    public static let counterBits: Int64 = 36
    /// The largest list number: behind its keys there is room for the end of their range.
    public static let lastList: Int64 = 1 << 27 - 2
    /// The largest counter, and the largest number of a version.
    public static let lastCounter: Int64 = 1 << counterBits - 1

    /// The list's own number, which owns its tree of sections: the counter 0.
    public static func owner(ofList list: Int64) -> Number { list << counterBits }

    /// All keys of a list.
    public static func keys(ofList list: Int64) -> Range<Number> {
        (list << counterBits)..<((list + 1) << counterBits)
    }
}
