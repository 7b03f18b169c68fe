public import CellTypes
public import Lists

/// The store of registered cell types. It is a part of ``ListStore``, since a store checks a list's writes against them.
public protocol CellTypeStore: Sendable {
    /// The cell types as they are committed. It costs no I/O.
    var cellTypes: CellTypeRegistry { get }
    /// The version of ``cellTypes``, asked for with each request: it may be older than what ``cellTypes`` gives at the same time, and not newer.
    var cellTypesVersion: Int64 { get }

    /// Runs `work` on the store's writer. Its changes are durable, and every reader and every later write sees them, before `completion` is
    /// called with its result. They are undone if `work` throws. Otherwise as ``ListStore/write(_:_:completion:)``.
    func writeCellTypes<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    )

    /// The lists that have had items of a type, by their numbers: those behind `number`, at most `limit`. Its cost is that of what it returns.
    func uses(of type: String, after number: Int64, limit: Int) throws -> [TypeUse]

    /// Runs `work` on a thread of the store's own, beside all writes: for what takes long before a write, or before an answer. Few such works run at once, others
    /// wait.
    ///
    /// - Parameters:
    ///   - kind: Works of one kind never wait for those of another.
    ///   - work: Called once. It is given the reason where it is not to begin: too many wait, it has waited for too long, or the store stops.
    ///     While it runs it ends as soon as the store's ``ListStore/breaksOff`` says so.
    func runInBackground(_ kind: BackgroundKind, _ work: @escaping @Sendable (_ refusal: ListError?) -> Void)
}

/// A kind of background work.
public enum BackgroundKind: Sendable, CaseIterable {
    /// A look at what is stored of a cell type.
    case scan
    /// A check of the values of a request.
    case check
    /// A search that reads much of a list.
    case search
}

extension CellTypeStore {
    public var cellTypesVersion: Int64 { cellTypes.version }
}

/// A list that has had items of a type. Whether it has some now only its tree says.
public struct TypeUse: Sendable {
    public let list: ListID
    /// The list's number.
    public let number: Int64
    /// The type's number in the list.
    public let type: Int32
    /// The last key that the list's newest version gave out: it goes up with each write that writes an item.
    public let counter: Number

    public init(list: ListID, number: Int64, type: Int32, counter: Number) {
        self.list = list
        self.number = number
        self.type = type
        self.counter = counter
    }
}
