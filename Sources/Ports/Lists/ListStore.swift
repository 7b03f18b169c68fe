public import CellTypes
public import Lists

/// The store of lists: the port that the API reads and writes through.
///
/// Reads may be called from any thread, take no lock that a write holds for long, and see only committed versions. Writes are applied
/// one after the other on the store's writer; each makes at most one version of one list.
///
/// `Conformance` in `Tests/Support` holds the suite that every implementation passes.
public protocol ListStore: CellTypeStore {
    /// A version of a list, the head when `version` is `nil`.
    ///
    /// - Throws: ``ListError`` `listNotFound`, `versionNotFound` (above the head), `versionGone` (older than the history, or of a deleted
    ///   incarnation of the id).
    func snapshot(of id: ListID, at version: Int64?) throws -> ListSnapshot

    /// The heads of the lists whose id starts with `prefix` and comes after `after`, by id in the order of their bytes; at most `limit`.
    func lists(prefix: String, after: String?, limit: Int) throws -> [ListSnapshot]

    /// The versions of a list that can be read, the newest first; at most `limit`. Its cost is that of what it returns.
    ///
    /// - Parameter before: The version below which the run begins; `nil` for the head.
    /// - Throws: ``ListError`` `listNotFound`.
    func versions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage

    /// Whether a version that a snapshot was taken of can still be read: what a reader asks that met a ``MissingRecord``.
    func isReadable(_ version: Int64, ofList number: Int64) -> Bool

    /// Keeps a version in the history while a stream reads it, within bounds of the store's own; see ``VersionPin``.
    func pin(_ version: Int64, ofList number: Int64) -> VersionPin

    /// Returns the interactions of users with a list's items, in the order of their sequence; at most `limit`.
    ///
    /// - Parameter after: The sequence number that the first one comes behind; `nil` for the oldest that is kept.
    /// - Throws: ``ListError`` `listNotFound`, and `interactionGone` where one behind `after` is no longer kept.
    func interactions(of id: ListID, after: Int64?, limit: Int) throws -> InteractionPage

    /// A cheap, always current view of a list's head, for caches; `nil` when there is no such list.
    func watch(_ id: ListID) throws -> ListWatch?

    /// Returns the state of an id and its versions, at one moment.
    func status(of id: ListID) throws -> ListStatus

    /// The sequence number that a list's newest interactions come behind, `count` of them or as many as are kept; the last number that was
    /// given out where none is kept. It reads at most `count` rows.
    ///
    /// - Throws: ``ListError`` `listNotFound`.
    func interactionStart(of id: ListID, last count: Int) throws -> Int64

    /// How a view stands to its source; `nil` for a list that is no view.
    ///
    /// - Throws: ``ListError`` `listNotFound`.
    func viewStatus(of id: ListID) throws -> ViewStatus?

    /// The views of a list, by id; the list need not be there.
    func views(of source: ListID) throws -> [ListID]

    /// Sets the one observer, which replaces the previous one. The writer's thread notifies it of each version, each deletion of a list and
    /// each interaction. The order is that of the versions. At that time every reader can see the change, and the write is not answered
    /// yet. The observer returns at once.
    func onCommit(_ observer: @escaping @Sendable (ListCommit) -> Void)

    /// Runs `work` on the writer, with exclusive access to the list.
    ///
    /// `work` reads the head, refuses by throwing, or changes the list through the transaction. Its changes are durable before `completion`
    /// is called with its result, and are undone if it throws. `completion` is called exactly once, on the writer's thread, after every
    /// reader can see the version. ``ListError`` `overloaded` when too many writes wait, `unavailable` when the store closes.
    func write<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    )

    /// Begins an upload: it collects a list's content that does not fit in memory.
    ///
    /// - Throws: The error of its storage; ``ListError`` `overloaded` when too many uploads are on their way, `unavailable` when the
    ///   store closes or only reads.
    func makeUpload() throws -> any ListUpload

    /// Makes a list, or replaces its whole content by the smallest change that gets there: one version to every reader.
    ///
    /// Content that is long is prepared beside the writer, so that writes to other lists go on; writes to this one wait until it is done.
    ///
    /// - Parameters:
    ///   - rules: How its items are held against the registered types.
    ///   - begin: Runs on the writer first. It refuses by throwing, or answers at once with an outcome; `nil` goes on.
    ///   - finish: Runs on the writer last, in the transaction that makes the version; given the list as it then is.
    ///   - completion: As in ``write(_:_:completion:)``. ``ListError`` `idRepeated`, `identityMissing`, `limitExceeded` and the entries of an
    ///     ``ItemRuleError`` have the position in the content as their subject. ``ListError`` `unavailable` where the types changed while an
    ///     upload was prepared.
    func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, rules: TypeRules, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    )

    /// Waits until later reads see all that any store of a cluster had committed when the call began. A store that is alone has nothing to
    /// wait for, and neither has the store's own writer.
    ///
    /// - Throws: ``ListError`` `unavailable` where that is not known, and the copy is older than it may be.
    func catchUp(_ freshness: Freshness) throws

    /// Whether the store is open, migrated, and its writer runs.
    var isReady: Bool { get }

    /// Whether work that prepares a write is to end where it is, since the store is about to close and takes no more of it.
    var breaksOff: Bool { get }

    /// Finishes the writes that wait, then closes. Later writes are refused with `unavailable`.
    func close()
}

extension ListStore {
    /// For a store that is alone.
    public func catchUp(_ freshness: Freshness) {}

    /// For a store without views.
    public func viewStatus(of id: ListID) throws -> ViewStatus? { nil }

    /// For a store without views.
    public func views(of source: ListID) throws -> [ListID] { [] }

    /// As ``replace(_:with:rules:begin:finish:completion:)``, with items held to the schemas of the types that are registered.
    public func replace<Outcome: Sendable>(
        _ id: ListID, with content: ListContent, begin: @escaping @Sendable (any ListTransaction) throws -> Outcome?,
        finish: @escaping @Sendable (any ListTransaction, ReplacedList) throws -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        replace(id, with: content, rules: TypeRules(), begin: begin, finish: finish, completion: completion)
    }
}
