public import JSON

/// The items and sections that the names in a request stand for. Each name is looked up once, in one version of the list.
///
/// A write may ask for their positions at the head, too. A thing deleted since is gone, unless the same id was inserted again.
public struct NameTable: Sendable {
    public let head: ListSnapshot
    /// The version that names mean something in.
    private let named: ListSnapshot
    private var items = SmallTable<ItemReference, FoundItem>()
    private var sections = SmallTable<SectionReference, FoundSection>()
    /// The ids that earlier operations insert; those of ``unread`` are missing.
    private(set) var insertedItems: Set<Identifier> = []
    /// Items that earlier operations insert. Their ids are read for the first name that is not there: there may be many, and the writer waits.
    private var unread: [[ItemDraft]] = []
    private var insertedSections: Set<Identifier> = []

    /// An item that a name stands for.
    private struct FoundItem: Sendable {
        let named: Item
        var atHead: Item?
    }

    /// An item that a name stands for: in the version of the names, and at the head.
    public typealias LocatedItem = (named: Item, atHead: Item)

    /// A section that a name stands for. Its content may be large, so that only the part asked for is kept.
    private struct FoundSection: Sendable {
        let number: Number
        var atHead: Section?
    }

    /// - Parameter named: The version that names mean something in; `nil` for the head.
    public init(head: ListSnapshot, named: ListSnapshot?) {
        self.head = head
        self.named = named ?? head
    }

    /// Takes over what was looked up in the same versions before.
    public mutating func adopt(_ other: NameTable?) {
        guard let other, other.head.head.number == head.head.number, other.head.version == head.version,
            other.named.version == named.version
        else { return }
        items = other.items
        sections = other.sections
    }

    /// Looks an operation's names up, all in the version of the names.
    ///
    /// A name that is not there may be the id of something that an earlier operation inserts.
    ///
    /// - Throws: ``ListError`` `referenceNotFound` with the part of the operation.
    public mutating func lookUp(_ operation: ListOperation) throws {
        if let subject = operation.subject {
            let part = if case .item = subject { OperationPart.item } else { OperationPart.section }
            try lookUp(subject, as: part)
        }
        if let neighbour = operation.neighbour { try lookUp(neighbour.name, as: neighbour.part) }
    }

    private mutating func lookUp(_ name: ListName, as part: OperationPart) throws {
        do {
            switch name {
            case .item(let name): _ = try find(name)
            case .section(let name):
                if sections[name] == nil { sections[name] = FoundSection(number: try named.section(name).entry.number) }
            }
        } catch let error as ListError where error.code == .itemNotFound || error.code == .sectionNotFound {
            switch name {
            case .item(.id(let id)) where try isInserted(id): return
            case .section(.id(let id)) where insertedSections.contains(id): return
            default: throw ListError(.referenceNotFound, error.message, at: .part(part))
            }
        }
    }

    private mutating func find(_ name: ItemReference) throws -> FoundItem {
        if let found = items[name] { return found }
        let item = try named.item(name)
        let found = FoundItem(named: item, atHead: named.version == head.version ? item : nil)
        items[name] = found
        return found
    }

    /// Notes the ids that an operation inserts, since operations behind it may name them.
    public mutating func noteIDs(insertedBy operation: ListOperation) {
        switch operation {
        case .insertItems(let insertion, _): unread.append(insertion.drafts)
        case .insertSection(let insertion):
            if let id = insertion.draft.id { insertedSections.insert(id) }
            unread.append(insertion.draft.items)
        default: break
        }
    }

    private mutating func isInserted(_ id: Identifier) throws -> Bool {
        if !unread.isEmpty {
            let identity = try head.head.properties.identityPointer()
            for drafts in unread { insertedItems.formUnion(drafts.lazy.compactMap { $0.id(identity: identity) }) }
            unread = []
        }
        return insertedItems.contains(id)
    }

    /// Finds what a name stands for at the head.
    ///
    /// - Returns: The item, where the name is one's.
    /// - Throws: ``ListError`` `itemNotFound` or `sectionNotFound` where the version of the names has it not; `itemGone`, `sectionGone`.
    @discardableResult
    public mutating func locate(_ name: ListName) throws -> LocatedItem? {
        switch name {
        case .item(let name): return try item(name)
        case .section(let name):
            _ = try section(name)
            return nil
        }
    }

    /// Finds an item at the head.
    ///
    /// - Throws: As ``locate(_:)``.
    public mutating func item(_ name: ItemReference) throws -> LocatedItem {
        let found = try find(name)
        if let atHead = found.atHead { return (found.named, atHead) }
        guard let atHead = try head.item(numbered: found.named.entry.number) else { throw ListError.itemGone() }
        items[name]?.atHead = atHead
        return (found.named, atHead)
    }

    /// Finds a section at the head.
    ///
    /// - Throws: As ``locate(_:)``.
    public mutating func section(_ name: SectionReference) throws -> Section {
        if let section = sections[name]?.atHead { return section }
        let found = try named.section(name)
        let atHead = named.version == head.version ? found : try head.section(numbered: found.entry.number)
        guard let atHead else { throw ListError.sectionGone() }
        sections[name] = FoundSection(number: found.entry.number, atHead: atHead)
        return atHead
    }

    /// Finds the neighbour that an operation names at the head. One that the version of the names has not is left to ``lookUp(_:)``.
    ///
    /// - Throws: ``ListError`` `itemGone`, `sectionGone` with the part of the operation.
    public mutating func locateNeighbour(of operation: ListOperation) throws {
        guard let neighbour = operation.neighbour else { return }
        do {
            try locate(neighbour.name)
        } catch let error as ListError where error.code == .itemGone || error.code == .sectionGone {
            throw ListError(error.code, error.message, at: .part(neighbour.part))
        } catch let error as ListError where error.code == .itemNotFound || error.code == .sectionNotFound {
            return
        }
    }

    /// The number of an item that was looked up, or that an earlier operation has inserted.
    func number(of name: ItemReference, in edit: ListEdit) throws -> Number? {
        if let found = items[name] { return found.named.entry.number }
        guard case .id(let id) = name else { return nil }
        return try edit.itemNames.number(of: id)
    }

    /// The number of a section that was looked up, or that an earlier operation has inserted.
    func number(of name: SectionReference, in edit: ListEdit) throws -> Number? {
        if let found = sections[name] { return found.number }
        guard case .id(let id) = name else { return nil }
        return try edit.sectionNames.number(of: id)
    }

    /// The item at the head, where that was looked up.
    func itemAtHead(_ name: ItemReference) -> Item? { items[name]?.atHead }

    /// The section at the head, where that was looked up.
    func sectionAtHead(_ name: SectionReference) -> Section? { sections[name]?.atHead }
}

extension ListError {
    static func itemGone(at part: OperationPart? = nil) -> ListError {
        ListError(.itemGone, "The item that had this name has been deleted since.", at: part.map { .part($0) })
    }

    static func sectionGone(at part: OperationPart? = nil) -> ListError {
        ListError(.sectionGone, "The section that had this name has been deleted since.", at: part.map { .part($0) })
    }
}

extension ItemDraft {
    /// The id that the item brings, or that `identity` finds in its value; `nil` where there is none.
    public func id(identity: JSONPointer?) -> Identifier? {
        id ?? identity.flatMap { Identifier(at: $0, in: value) }
    }
}

/// Values by key, which are few most of the time: up to a bound they are searched one by one, and only beyond it hashed.
struct SmallTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private static var searched: Int { 8 }

    private var entries: [(key: Key, value: Value)] = []
    /// The index of each key, once there are more than are searched.
    private var indices: [Key: Int] = [:]

    /// Setting `nil` does nothing: what was found stays.
    subscript(_ key: Key) -> Value? {
        get { index(of: key).map { entries[$0].value } }
        set {
            guard let newValue else { return }
            if let index = index(of: key) {
                entries[index].value = newValue
            } else {
                add(newValue, for: key)
            }
        }
    }

    private mutating func add(_ value: Value, for key: Key) {
        entries.append((key, value))
        if entries.count == Self.searched + 1 {
            for (index, entry) in entries.enumerated() { indices[entry.key] = index }
        } else if entries.count > Self.searched {
            indices[key] = entries.count - 1
        }
    }

    private func index(of key: Key) -> Int? {
        guard entries.count <= Self.searched else { return indices[key] }
        return entries.firstIndex { $0.key == key }
    }
}
