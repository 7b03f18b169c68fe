extension ListEdit {
    /// Gives the list the content and the properties of an earlier version again, by the difference between the two. It is the only change of
    /// its edit.
    ///
    /// An item that is the same stays, with its revision. An item whose value or type differs, or that is not there, gets a new revision: an old one
    /// may be garbage of a version in between. An id that the history still knows keeps its number.
    ///
    /// - Parameters:
    ///   - target: A version of the same incarnation of the list.
    ///   - limit: The most work: each operation of the difference, each item of a section that comes or goes, and each KiB of what is written.
    /// - Returns: Whether it was done. Else it takes more than `limit`, and the edit is to be given up.
    /// - Throws: ``ItemRuleError``, whose entries name index paths of the target.
    public func revert(to target: ListSnapshot, limit: Int) throws -> Bool {
        do {
            var revert = StagedRevert(of: self, to: target, limit: limit)
            try revert.apply()
            return true
        } catch is TooManyChanges {
            return false
        }
    }

    /// As ``revert(to:limit:)``, however much there is to do: as a replacement, which may be staged.
    ///
    /// Reads the inner nodes of both versions, the target's leaves, and of the head's leaves those that the target has not.
    public func revert(to target: ListSnapshot) throws {
        try replace(from: try EarlierContent(of: target, over: ListSnapshot(head: base.head, storage: storage)))
    }
}
