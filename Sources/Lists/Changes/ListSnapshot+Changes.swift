extension ListSnapshot {
    /// Returns the changes from another version of the list to this one, in the stages of the contract's section 4.
    ///
    /// Reads the nodes that one of the versions has alone, and revisions of what is listed; where items may have gone from sections that are
    /// deleted or to sections that are inserted, the nodes of these. Moves are few: in each section, and among sections, as many as can keep
    /// their order. An item or a section that was deleted and inserted again meanwhile under the same id is the same.
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
