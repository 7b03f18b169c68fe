import Lists

/// Which versions of an id can be read.
struct VersionCheck {
    /// The oldest version of the history.
    let oldest: Int64
    /// The newest version.
    let head: Int64
    /// The version that ended the id's last incarnation; `nil` while the id has a list.
    let deleted: Int64?

    /// - Throws: ``ListError`` that says why a version cannot be read.
    func check(_ version: Int64, of id: ListID) throws {
        if let deleted {
            guard (1...deleted).contains(version) else { throw ListError.notFound(id) }
            throw ListError(.versionGone, "Version \(version) of list '\(id)' is gone: the list was deleted.", of: id)
        }
        guard version >= 1 else { throw ListError(.versionNotFound, "Versions of a list start at 1.") }
        guard version <= head else {
            throw ListError(.versionNotFound, "List '\(id)' has no version \(version); its newest is \(head).")
        }
        guard version >= oldest else { throw Self.gone(version, of: id) }
    }

    /// The error for a version that has left the history.
    static func gone(_ version: Int64, of id: ListID) -> ListError {
        ListError(.versionGone, "Version \(version) of list '\(id)' is no longer in the history.", of: id)
    }
}

extension VersionCheck {
    init(_ row: IncarnationRow) {
        self.init(oldest: row.oldest, head: row.head, deleted: row.deleted)
    }
}

extension ListError {
    /// There is no list under an id.
    static func notFound(_ id: ListID) -> ListError {
        ListError(.listNotFound, "There is no list '\(id)'.")
    }
}
