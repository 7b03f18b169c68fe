/// An item of a list, as the screen shows it.
public struct ListRow<Item: Codable & Sendable>: Sendable, Identifiable {
    /// The item's id, unique in the list.
    public let id: String
    /// The cell type's name.
    public let type: String?
    /// The reuse identifier that the type resolves to.
    public let cell: String
    /// The version of the list that last changed the value or the type.
    public internal(set) var revision: ListVersion
    /// Nil where the value is no `Item`; ``undecodable`` says why.
    public internal(set) var value: Item?
    /// Why the value is no `Item`. It is this row's alone: the others are shown.
    public internal(set) var undecodable: DecodingError?
    /// Whether a write of this app on the item has not come back to the screen yet.
    public internal(set) var isPending = false
    /// Whether this app has deleted the item, and the deletion has not come back to the screen yet. The row stays at its index path until then;
    /// show it faded, or as nothing. Edits on it throw ``ListFailure/gone(_:)`` at once.
    public internal(set) var isDeleted = false

    /// Makes a row, for previews and tests.
    public init(
        id: String, type: String? = nil, cell: String = "Cell", revision: ListVersion = 1, value: Item?,
        undecodable: DecodingError? = nil, isPending: Bool = false, isDeleted: Bool = false
    ) {
        self.id = id
        self.type = type
        self.cell = cell
        self.revision = revision
        self.value = value
        self.undecodable = undecodable
        self.isPending = isPending
        self.isDeleted = isDeleted
    }
}

/// A version of a list: 1, 2, 3, …
public typealias ListVersion = Int

extension ListRow: Codable {
    private enum Key: String, CodingKey {
        case id, type, cell, revision, value
        /// A ``TypedValue`` on disk: of a fallback, or of the list's default type, its own type is not the item's.
        case typed
    }

    private static var isTyped: Bool { Item.self is any TypedValue.Type }

    /// An envelope that is not the contract's throws; a value that is no `Item` does not.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decode(String.self, forKey: .id)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        cell = try container.decode(String.self, forKey: .cell)
        revision = try container.decode(ListVersion.self, forKey: .revision)
        do {
            if !Self.isTyped {
                value = try container.decode(Item.self, forKey: .value)
            } else {
                value = container.contains(.typed) ? try container.decode(Item.self, forKey: .typed) : try Item(from: decoder)
            }
        } catch let error as DecodingError {
            undecodable = error
        } catch {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error)
            undecodable = .dataCorrupted(context)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encode(cell, forKey: .cell)
        try container.encode(revision, forKey: .revision)
        try container.encodeIfPresent(value, forKey: Self.isTyped ? .typed : .value)
    }
}
