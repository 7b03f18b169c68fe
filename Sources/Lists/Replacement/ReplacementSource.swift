/// The whole content that a replacement asks for, in the order of the list, and which old things it continues.
///
/// Sections are asked for first, all of them; then the items of each section, once and in order; then what is dropped. Every old item is
/// continued by one proposed item at most, and is either continued or dropped; no two sections continue the same one.
public protocol ReplacementSource {
    /// What the list is to be beside its sections; `nil` keeps what it is.
    var properties: ListProperties? { get }
    var sectionCount: Int { get }
    /// A section, without its items, and the index of the old section that it continues.
    func section(at index: Int) throws -> (draft: SectionDraft, old: Int?)
    /// Hands out the items of a section in order, in runs of at most a few thousand, or about a MiB.
    func readItems(ofSection index: Int, _ body: (_ run: [ProposedItem]) throws -> Void) throws
    /// Hands out the old items that nothing continues, in ascending order of their positions, in runs of at most a few thousand.
    func readDropped(_ body: (_ run: [ItemEntry]) throws -> Void) throws
}
