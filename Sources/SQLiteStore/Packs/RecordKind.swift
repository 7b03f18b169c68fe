/// The kind of a record in a pack, as stored in its directory.
enum RecordKind: UInt8, CaseIterable {
    /// A node of either tree; its bytes say of which.
    case node = 0
    /// A revision of an item.
    case item = 1
    /// A revision of a section.
    case section = 2
    /// A list's properties.
    case properties = 3
}
