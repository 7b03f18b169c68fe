/// The ids of an edit's items, or of its sections, and the numbers that they stand for.
///
/// An id that the history still knows keeps its number: deleted, then inserted again, is the same thing.
struct EditNames {
    /// The ids that the edit gives to new things.
    private(set) var made: [Identifier: Number] = [:]
    /// The numbers of things that the edit deletes.
    private(set) var deleted: Set<Number> = []
    private let editor: TreeEditor
    private let identifiers: any IdentifierSource
    /// The storage with the ids that the list had before; `nil` for a list that is made.
    private let storage: (any ListStorage)?
    private let kind: TreeKind

    /// - Parameters:
    ///   - kind: The kind of things that the ids name.
    ///   - editor: Gives out numbers.
    ///   - identifiers: Makes the ids that are not given.
    ///   - storage: Has the ids that the list had before; `nil` for a list that is made.
    init(of kind: TreeKind, _ editor: TreeEditor, _ identifiers: any IdentifierSource, in storage: (any ListStorage)?) {
        self.kind = kind
        self.editor = editor
        self.identifiers = identifiers
        self.storage = storage
    }

    /// The number that an id stands for, those of new and of deleted things included; `nil` if there is none.
    func number(of id: Identifier) throws -> Number? {
        if let number = made[id] { return number }
        return switch kind {
        case .items: try storage?.number(ofItem: id)
        case .sections: try storage?.number(ofSection: id)
        }
    }

    /// The number and the id of something that is not in the list and is to be.
    ///
    /// - Parameter id: The id, which nothing of its kind in the list has; `nil` to make one.
    mutating func add(_ id: Identifier?) throws -> (number: Number, id: Identifier) {
        if let id, let number = try number(of: id) {
            deleted.remove(number)
            return (number, id)
        }
        let id = id ?? identifiers.next()
        let number = editor.nextKey()
        made[id] = number
        return (number, id)
    }

    /// Notes the deletion of a thing that was taken out of its position. A thing made by this edit leaves no trace.
    ///
    /// - Parameter id: The id of a thing that this edit has made.
    mutating func delete(_ number: Number, madeAs id: Identifier?) {
        if editor.isNew(number) {
            if let id { made[id] = nil }
        } else if editor.isDisplaced(number) {
            deleted.insert(number)
        }
    }
}
