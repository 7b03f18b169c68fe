extension ListSnapshot {
    /// Returns the changes that turn another version of the list into this one, in the stages of the contract's section 4.
    ///
    /// Reads the nodes that only one of the versions has, and revisions of what is listed. If items may have gone from deleted sections or
    /// to inserted ones, it reads the nodes of these sections, too. Moves are few: in each section, and among sections, as many elements as
    /// possible keep their order. An item or a section deleted and inserted again meanwhile under the same id is the same.
    ///
    /// The properties of the list are not compared.
    ///
    /// - Parameters:
    ///   - old: A version of the same incarnation of the list; `nil` for the empty list.
    ///   - limit: The most operations that the stages may have.
    /// - Returns: Stages, none where both versions have the same sections; `nil` where there would be more operations than `limit`.
    /// - Throws: ``MissingRecord`` when one of the versions was collected meanwhile.
    public func changes(since old: ListSnapshot?, limit: Int) throws -> Changeset? {
        do {
            return try VersionDifference(from: old, to: self, limit: limit).changeset()
        } catch is TooManyChanges {
            return nil
        }
    }
}
