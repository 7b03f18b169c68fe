public import Lists
public import Ports

extension SQLiteListStore {
    public func versions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage {
        guard writing != nil else { return try storedVersions(of: id, before: before, limit: limit) }
        for _ in 0..<8 {
            guard let (head, watch) = try entry(id).map({ ($0.head, $0.watch) }) else { break }
            let first = Self.first(before: before, head: head.version)
            let found = try records.withReader {
                try $0.versions(of: head.number, from: first, downTo: watch.oldest, limit: limit)
            }
            // Rows go only once the oldest version that readers know of has passed them: those from it on are all there.
            let oldest = watch.oldest
            guard watch.newest != nil, oldest <= head.version else { continue }
            return VersionPage(
                oldest: oldest, head: head.version, versions: found.filter { $0.version >= oldest }, isOfView: head.properties.view != nil)
        }
        guard try watch(id) != nil else { throw ListError.notFound(id) }
        throw ListError(.unavailable, "The list changes faster than it can be read.")
    }

    /// Reads the versions from the rows of one moment, for a store without a writer.
    private func storedVersions(of id: ListID, before: Int64?, limit: Int) throws -> VersionPage {
        try records.withReader { reader in
            try reader.transaction {
                guard let row = try reader.newestIncarnation(of: id.text), row.deleted == nil else { throw ListError.notFound(id) }
                let first = Self.first(before: before, head: row.head)
                let found = try reader.versions(of: row.number, from: first, downTo: row.oldest, limit: limit)
                let isOfView = publishedViews.index[row.number] != nil
                return VersionPage(oldest: row.oldest, head: row.head, versions: found, isOfView: isOfView)
            }
        }
    }

    private static func first(before: Int64?, head: Int64) -> Int64 {
        before.map { min(head, max($0, 1) - 1) } ?? head
    }

    /// Says why there is nothing to read under an id that has no list.
    func refuse(_ id: ListID, _ version: Int64?) throws -> ListSnapshot {
        let row = try records.withReader { try $0.newestIncarnation(of: id.text) }
        if let version, let row, row.deleted != nil { try VersionCheck(row).check(version, of: id) }
        throw ListError.notFound(id)
    }
}
