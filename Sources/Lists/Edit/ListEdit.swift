/// A change of one list on its way to becoming a version: edits are applied one after the other, each to what the one before left.
///
/// Confined to one thread.
public final class ListEdit {
    /// - Parameters:
    ///   - base: The head; for a list that is made, an empty one whose `version` is the last that its id has used.
    ///   - isNew: Whether the list is made by this edit, so that it gets a version even when it is empty.
    ///   - storage: Reads the head's nodes, revisions, names and places, those of earlier writes of the same transaction included.
    ///   - now: The time of the write, milliseconds since 1970, UTC.
    ///   - identifiers: Makes the ids that are not given.
    public init(base: ListHead, isNew: Bool, storage: any ListStorage, now: Int64, identifiers: any IdentifierSource) {
    }

    /// Ends the edit.
    ///
    /// - Returns: The version `base.version + 1`, ready to be stored; `nil` if nothing changed.
    public func finish() throws -> VersionDraft? {
        nil
    }
}
