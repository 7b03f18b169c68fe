/// A change of one list on its way to becoming a version: edits are applied one after the other, each to what the one before left.
///
/// An edit that throws may have applied a part of itself; the write is then given up as a whole. Confined to one thread.
public final class ListEdit {
    let base: BaseVersion
    let isNew: Bool
    let storage: any ListStorage & Sendable
    let now: Int64
    let identifiers: any IdentifierSource
    private let check: WorkCheck
    let editor: TreeEditor
    var sections: OrderedTree<SectionEntry>
    var types: TypeNames
    /// The properties that the edit gives the list; `nil` where it leaves them as they are.
    private(set) var newProperties: ListProperties?
    var itemNames: EditNames
    var sectionNames: EditNames
    var itemRevisions = EditRevisions<ItemRevision>()
    var sectionRevisions = EditRevisions<SectionRevision>()
    /// Changes of sections and items so far, replacements aside.
    var changeCount = 0
    /// The first change, where it is one of an item's value or type.
    var firstUpdate: ItemUpdate?
    /// How many of these gave an item another value or type, and moved nothing.
    var valueChangeCount = 0
    let finished: FinishedRows
    /// The rules for values; `nil` for none.
    var rules: ItemRules?
    /// Whether what a replacement asks for, with a type of its own, was held to the same rules before.
    var isChecked = false
    /// Whether an item with a type of its own was written, so that the edit is right only by the rules that it was held to.
    public internal(set) var hasTypedItems = false

    /// - Parameters:
    ///   - base: The head; for a list that is made, an empty one whose `version` is the last that its id has used.
    ///   - isNew: Whether the list is made by this edit, so that it gets a version even when it is empty.
    ///   - storage: Reads the head's nodes, revisions, names and parents, those of earlier writes of the same transaction included.
    ///   - now: The time of the write, milliseconds since 1970, UTC.
    ///   - identifiers: Makes the ids that are not given.
    ///   - check: Asked between the steps of long changes; what it throws, they throw.
    public init(
        base: ListHead, isNew: Bool, storage: any ListStorage & Sendable, now: Int64, identifiers: any IdentifierSource,
        check: WorkCheck = .none
    ) {
        self.base = BaseVersion(base, in: storage)
        self.isNew = isNew
        self.storage = storage
        self.now = now
        self.identifiers = identifiers
        self.check = check
        editor = TreeEditor(over: storage, counter: base.counter)
        finished = FinishedRows(editor)
        var known: (any ListStorage)?
        if !isNew { known = storage }
        itemNames = EditNames(of: .items, editor, identifiers, in: known)
        sectionNames = EditNames(of: .sections, editor, identifiers, in: known)
        sections = base.sections
        types = base.types
    }

    /// Makes the edit hand out finished rows while it runs, as soon as there are about `limit` of them. A long value counts as a row for
    /// each KiB. So the memory of a long write does not grow with its size. ``finish()`` returns the rest. Called before the first change.
    ///
    /// - Parameter store: Keeps the rows; nothing reaches them before the version is there. The change rethrows its errors.
    public func stage(limit: Int, _ store: @escaping (VersionRows) throws -> Void) {
        finished.stage(limit: limit, store)
    }

    /// Hands out the finished rows that wait for the edit's end, where it is staged.
    public func storeFinishedRows() throws {
        try finished.flush()
    }

    /// Ends the edit where the store stops, or where it has taken too long: called between two changes.
    ///
    /// - Throws: ``ListError`` `unavailable`.
    public func checkDeadline() throws {
        try check()
    }

    /// Elements that a change handles between two checks of its deadline.
    static let stepLength = 256

    /// Checks the deadline at every ``stepLength``th element.
    func checkDeadline(at index: Int) throws {
        if index % Self.stepLength == 0 { try check() }
    }

    /// The version that the edit makes.
    public var version: Int64 { base.head.version + 1 }
    public var sectionCount: Int { sections.count }
    public var itemCount: Int { sections.itemCount }
    public var properties: ListProperties { newProperties ?? base.head.properties }
    /// Whether the list is a view, or becomes one.
    public var isOfView: Bool { newProperties.map { $0.view != nil } ?? base.head.isView }
    /// The names of the types that the edit has used, by the numbers of its entries.
    public var typeNames: TypeNames { types }
    /// Whether all items and sections are what they were before.
    var isUnchanged: Bool { changeCount == 0 }

    /// Whether items stand where they stood before, with whatever values.
    var isInPlace: Bool { changeCount == valueChangeCount }

    /// Gives the list other properties.
    public func setProperties(_ properties: ListProperties) {
        newProperties = properties
    }

    /// The way up from a number as this edit has left things.
    var ancestry: Ancestry {
        Ancestry { [editor, base] number in try editor.placements[number]?.current ?? base.parent(of: number) }
    }
}
