import JSON
import Lists
import Wire

/// What the names in a batch stand for: looked up in one version, before anything is applied.
///
/// A name that is not there may be the id of something that an earlier operation inserts; it is looked up when its operation's turn comes.
struct BatchNames {
    private let named: ListSnapshot
    private let identity: JSONPointer?
    private var items: [ItemReference: Number] = [:]
    private var sections: [SectionReference: Number] = [:]
    private var comingItems: Set<Identifier> = []
    private var comingSections: Set<Identifier> = []

    /// - Parameter identity: The pointer that yields the id of an item that brings none.
    /// - Throws: `reference-not-found` for the first operation with a name that stands for nothing.
    init(_ operations: [BatchOperation], in named: ListSnapshot, identity: JSONPointer?) throws {
        self.named = named
        self.identity = identity
        for (index, operation) in operations.enumerated() {
            do {
                try lookUp(operation)
            } catch let problem as RequestProblem {
                throw problem.inOperation(index)
            }
        }
    }

    private mutating func lookUp(_ operation: BatchOperation) throws {
        switch operation {
        case .insertItems(let insertion, let section):
            try lookUp(section, at: "/section")
            try lookUp(insertion.place)
            expect(insertion.drafts)
        case .changeItem(let item, _, _), .deleteItem(let item): try lookUp(item, at: "/item")
        case .moveItem(let item, let place):
            try lookUp(item, at: "/item")
            try lookUp(place)
        case .insertSection(let insertion):
            try lookUp(insertion.place)
            if let id = insertion.draft.id { comingSections.insert(id) }
            expect(insertion.draft.items)
        case .updateSection(let section, _), .deleteSection(let section): try lookUp(section, at: "/section")
        case .moveSection(let section, let place):
            try lookUp(section, at: "/section")
            try lookUp(place)
        }
    }

    private mutating func expect(_ drafts: [ItemDraft]) {
        for draft in drafts {
            if let id = draft.id ?? identity.flatMap({ Identifier(at: $0, in: draft.value) }) { comingItems.insert(id) }
        }
    }

    private mutating func lookUp<Place>(_ place: BodyPlace<Place, ItemReference>) throws {
        switch place {
        case .unspecified, .at: return
        case .before(let name): try lookUp(name, at: "/before")
        case .after(let name): try lookUp(name, at: "/after")
        }
    }

    private mutating func lookUp<Place>(_ place: BodyPlace<Place, SectionReference>) throws {
        switch place {
        case .unspecified, .at: return
        case .before(let name): try lookUp(name, at: "/before")
        case .after(let name): try lookUp(name, at: "/after")
        }
    }

    private mutating func lookUp(_ name: ItemReference, at pointer: String) throws {
        guard items[name] == nil else { return }
        do {
            items[name] = try named.item(name).entry.number
        } catch let error as ListError where error.code == .itemNotFound {
            if case .id(let id) = name, comingItems.contains(id) { return }
            throw RequestProblem(.referenceNotFound, error.message, at: .pointer(pointer))
        }
    }

    private mutating func lookUp(_ name: SectionReference, at pointer: String) throws {
        guard sections[name] == nil else { return }
        do {
            sections[name] = try named.section(name).entry.number
        } catch let error as ListError where error.code == .sectionNotFound {
            if case .id(let id) = name, comingSections.contains(id) { return }
            throw RequestProblem(.referenceNotFound, error.message, at: .pointer(pointer))
        }
    }

    /// The number of an item that was looked up, or that an earlier operation has inserted.
    func number(of name: ItemReference, in edit: ListEdit) throws -> Number {
        if let number = items[name] { return number }
        guard case .id(let id) = name, let number = try edit.number(ofItem: id) else { throw WriteNames.itemGone() }
        return number
    }

    /// The number of a section that was looked up, or that an earlier operation has inserted.
    func number(of name: SectionReference, in edit: ListEdit) throws -> Number {
        if let number = sections[name] { return number }
        guard case .id(let id) = name, let number = try edit.number(ofSection: id) else { throw WriteNames.sectionGone() }
        return number
    }
}
