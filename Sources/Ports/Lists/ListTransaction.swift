public import CellTypes
public import Lists

/// One write to one list, as it runs on the store's writer.
///
/// Used on the writer's thread during the `work` of ``ListStore/write(_:_:completion:)`` and not kept.
public protocol ListTransaction: ResponseStoring {
    /// The list at its head; `nil` when there is none.
    var current: ListSnapshot? { get }
    /// The last version number that the id has used, deleted incarnations included; 0 for none.
    var lastVersion: Int64 { get }
    /// The time of this write, milliseconds since 1970, UTC; never before the head's.
    var now: Int64 { get }

    /// The cell types as they are in this transaction: whoever edits holds what it writes to them (``TypeRules``).
    var cellTypes: CellTypeRegistry { get }

    /// The list as it was in a version of its history.
    func snapshot(at version: Int64) throws -> ListSnapshot

    /// Another list as the transaction has it so far; `nil` where there is none. A view is brought up to date first, with what this write has
    /// committed, too.
    func head(of id: ListID) throws -> ListSnapshot?

    /// How many views there are of a list, which need not be there.
    func viewCount(of source: ListID) -> Int

    /// Called between the steps of a long write: ends it where it has held the writer for too long, or where the store stops.
    ///
    /// - Throws: ``ListError`` `unavailable`; the write is then given up as a whole.
    func checkDeadline() throws

    /// Starts a change of the list; of a new one, with the version `lastVersion + 1`, when there is none.
    func edit() throws -> ListEdit

    /// Makes what was edited the list's next version (of a view, with the content that its definition gives), or nothing if the edit changed nothing. At most one commit or `delete` a
    /// transaction.
    ///
    /// - Returns: The list afterwards, readable from any thread once the write's completion was called.
    @discardableResult
    func commit(_ edit: ListEdit) throws -> ListSnapshot

    /// Ends the list, and returns the version number that its end takes. The list's content is collected in the background.
    @discardableResult
    func delete() throws -> Int64

    /// Records an act of a user with an item of the list, whether or not the write changes anything. At most one a transaction, and only
    /// while there is a list.
    ///
    /// - Parameters:
    ///   - type: One of the three events of interactions.
    ///   - describe: Encodes the JSON text that is kept, read back and sent to webhooks.
    /// - Returns: The JSON text made by `describe`.
    func record(_ type: EventType, describe: (Interaction) throws -> [UInt8]) throws -> [UInt8]
}

extension ListTransaction {
    /// For a store whose writes have no deadline.
    public func checkDeadline() {}

    /// For a store without views.
    public func head(of id: ListID) throws -> ListSnapshot? { nil }

    /// For a store without views.
    public func viewCount(of source: ListID) -> Int { 0 }
}
