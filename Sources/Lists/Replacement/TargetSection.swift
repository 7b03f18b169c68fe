/// A section as a replacement wants it: its entry still with the old tree of items, and its new items as a run.
struct TargetSection {
    var entry: SectionEntry
    let items: [ItemEntry]
    /// The index of the old section that it continues.
    let oldIndex: Int?
}
