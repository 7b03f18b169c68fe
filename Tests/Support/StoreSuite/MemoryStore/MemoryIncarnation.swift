import JSON
import Lists
import Ports
import Synchronization

/// One incarnation of a list's id, in memory, as its snapshots read it. Any thread may use it.
final class MemoryIncarnation: ListStorage, Sendable {
    let number: Int64
    /// The version before its first one.
    let base: Int64
    let watch: ListWatch
    private let records = Mutex(MemoryRecords())

    init(number: Int64, firstVersion: Int64) {
        self.number = number
        base = firstVersion - 1
        watch = ListWatch(list: number, head: firstVersion, oldest: firstVersion)
    }

    func head(at version: Int64) -> ListHead? {
        records.withLock { $0.heads[version] }
    }

    /// The versions from one down to another that are there.
    func versions(from first: Int64, downTo last: Int64, limit: Int) -> [VersionPage.Entry] {
        guard first >= last else { return [] }
        return records.withLock { records in
            stride(from: first, through: last, by: -1).lazy.prefix(max(0, limit)).compactMap { version in
                records.heads[version].map { head in
                    VersionPage.Entry(
                        version: version, updatedAt: head.updatedAt, sectionCount: head.sectionCount, itemCount: head.itemCount,
                        author: records.authors[version])
                }
            }
        }
    }

    func add(_ draft: VersionDraft) {
        records.withLock { $0.add(draft) }
    }

    func remove(_ draft: VersionDraft) {
        records.withLock { $0.remove(draft) }
    }

    /// Lets the versions below `oldest` go.
    func raiseOldest(to oldest: Int64) {
        let old = watch.oldest
        guard oldest > old else { return }
        watch.raiseOldest(to: oldest)
        records.withLock { records in
            for version in (old + 1)...oldest { records.collect(before: version) }
        }
    }

    func itemNode(_ key: NodeKey) throws -> TreeNode<ItemEntry> { try find(key) { $0.itemNodes[key] } }

    func sectionNode(_ key: NodeKey) throws -> TreeNode<SectionEntry> { try find(key) { $0.sectionNodes[key] } }

    func number(ofItem id: Identifier) -> Number? { records.withLock { $0.itemNames[id] } }

    func number(ofSection id: Identifier) -> Number? { records.withLock { $0.sectionNames[id] } }

    func parent(of number: Number, at version: Int64) -> Number? {
        records.withLock { $0.parent(of: number, at: version) }
    }

    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        for (index, key) in keys.enumerated() {
            let revision = try find(key) { $0.itemRevisions[key] }
            var (id, value) = (revision.id.text, revision.value.text)
            try id.withUTF8 { id in
                try value.withUTF8 { value in
                    try body(
                        index,
                        StoredItem(
                            number: revision.number, revision: revision.version, id: UnsafeRawBufferPointer(id),
                            value: UnsafeRawBufferPointer(value)))
                }
            }
        }
    }

    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        try keys.map { key in try find(key) { $0.sectionRevisions[key] } }
    }

    private func find<Record: Sendable>(_ key: Number, _ look: (borrowing MemoryRecords) -> Record?) throws -> Record {
        guard let record = records.withLock({ look($0) }) else { throw MissingRecord(key: key) }
        return record
    }
}
