/// A change of one item's value or type, where it is all that a version changes.
public struct ItemUpdate: Sendable {
    let oldEntry: ItemEntry
    let old: ItemRevision
    let newEntry: ItemEntry
    let new: ItemRevision
}
