public import JSON

/// The whole content that a replacement asks for, in the order of the list, and which old things it continues.
///
/// Sections are asked for first, all of them; then the items of each section, once and in order; then what is dropped. Every old item is
/// continued by one proposed item at most, and is either continued or dropped; no two sections continue the same one.
public protocol ReplacementSource {
    /// The list's new properties; `nil` keeps the current ones.
    var properties: ListProperties? { get }
    /// Whether the list knows none of the items' ids, not from its history either, so that none is looked up. The ids may repeat; who stores
    /// the rows then finds that.
    var bringsOnlyNewIDs: Bool { get }
    /// Whether the items have the revisions of another list, as those of a view do: the list neither makes such a revision nor leaves it behind.
    var borrowsRevisions: Bool { get }
    var sectionCount: Int { get }
    /// A section, without its items, and the index of the old section that it continues.
    func section(at index: Int) throws -> (draft: SectionDraft, old: Int?)
    /// Hands out the items of a section in order, in runs of at most a few thousand, or about a MiB.
    func readItems(ofSection index: Int, _ body: (_ run: [ProposedItem]) throws -> Void) throws
    /// Hands out the old items that nothing continues, in ascending order of their positions, in runs of at most a few thousand.
    func readDropped(_ body: (_ run: [ItemEntry]) throws -> Void) throws
}

extension ReplacementSource {
    public var borrowsRevisions: Bool { false }
}

/// An item that a list is to have after a replacement.
public struct ProposedItem: Sendable {
    /// The id that the item brings, or that the list's `identity` finds in its value; `nil` where there is none.
    public var id: Identifier?
    /// Whether the item itself brings its id. Then an unspecified type is no type; else an item that is kept keeps its type.
    public var bringsID: Bool
    public var type: TypeChoice
    public var value: JSONText
    /// The old item that it continues; `nil` for a new one.
    public var kept: KeptItem?
    /// The revision of another list that it has; `nil` where the list makes its revisions itself.
    public var borrowed: RevisionKey?
    /// The item's position in the request; `nil` if positions are not counted.
    public var subject: ListError.Subject?

    public init(
        id: Identifier?, bringsID: Bool, type: TypeChoice, value: JSONText, kept: KeptItem?, subject: ListError.Subject? = nil,
        borrowed: RevisionKey? = nil
    ) {
        self.borrowed = borrowed
        self.id = id
        self.bringsID = bringsID
        self.type = type
        self.value = value
        self.kept = kept
        self.subject = subject
    }

    /// Whether it names its type itself.
    var namesType: Bool {
        if case .named = type { true } else { false }
    }
}

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
