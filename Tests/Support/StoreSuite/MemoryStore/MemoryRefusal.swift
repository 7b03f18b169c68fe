import Lists

/// What a ``MemoryListStore`` says when there is nothing to read.
enum MemoryRefusal {
    static func notFound(_ id: ListID) -> ListError {
        ListError(.listNotFound, "There is no list '\(id)'.")
    }

    static func gone(_ version: Int64, _ id: ListID) -> ListError {
        ListError(.versionGone, "Version \(version) of list '\(id)' is no longer in the history.", of: id)
    }

    static func noVersion(_ version: Int64, _ id: ListID, head: Int64) -> ListError {
        ListError(.versionNotFound, "List '\(id)' has no version \(version); its newest is \(head).")
    }

    /// A caller did not keep to the port's rules.
    static let misuse = ListError(.unavailable, "A write commits one edit of its own, or deletes, once.")
}
