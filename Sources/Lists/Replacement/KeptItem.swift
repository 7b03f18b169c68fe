/// An old item that a replacement keeps.
public struct KeptItem: Sendable {
    /// Its position among all items of the list before the replacement, across sections, counted from 0.
    public var position: Int
    public var entry: ItemEntry
    /// Whether the value stays what it is.
    public var isSameValue: Bool

    public init(position: Int, entry: ItemEntry, isSameValue: Bool) {
        self.position = position
        self.entry = entry
        self.isSameValue = isSameValue
    }
}
