import Lists

/// A long write as it starts: its place in the table of long writes, and what it builds on.
struct LongEdit: Sendable {
    let longWrite: LongWrite
    let base: ListHead
    let isNew: Bool
    let now: Int64
    let storage: ListRecords

    /// The edit, for the thread that calls.
    ///
    /// - Parameter check: Ends the edit where the store stops.
    func edit(_ identifiers: any IdentifierSource, check: WorkCheck) -> ListEdit {
        ListEdit(base: base, isNew: isNew, storage: storage, now: now, identifiers: identifiers, check: check)
    }
}
