import Lists

/// Revisions of items and sections.
extension RecordReader {
    /// Hands out items in the order of `keys`; neighbours lie in one row.
    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        try items.read(keys) { index, bytes in try body(index, StoredItem(key: keys[index], stored: bytes)) }
    }

    /// The revisions of sections, in the order of `keys`.
    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        var revisions: [SectionRevision] = []
        revisions.reserveCapacity(keys.count)
        try sections.read(keys) { index, bytes in revisions.append(try SectionRevision(key: keys[index], stored: bytes)) }
        return revisions
    }
}
