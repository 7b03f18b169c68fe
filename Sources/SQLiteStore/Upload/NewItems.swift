import JSON
import Lists

/// The items of an upload with their ids and the digests of their values, in the scratch table `new_item`.
struct NewItems {
    /// Whether some item has an id.
    private(set) var hasIDs = false
    /// Whether some item has none.
    private(set) var isMissingIDs = false

    private let upload: UploadContent
    /// For each section, a digest of its items' values.
    private var contents: [ContentDigest] = []

    /// - Throws: ``ListError`` `identityMissing` with the line as the subject.
    init(_ upload: UploadContent, identity properties: ListProperties) throws {
        self.upload = upload
        let identity = try properties.identityPointer()
        let insert = try upload.scratch.statement("INSERT INTO new_item VALUES (?, ?, ?, ?, ?)")
        let items = try upload.items.read()
        contents.reserveCapacity(upload.sectionIDs.count)
        for section in upload.sectionIDs.indices {
            var sum = ContentDigest.Sum()
            for position in upload.items(ofSection: section) {
                let item = try items.next()
                let digest = ContentDigest(item.value)
                sum.add(digest)
                let id = try item.identified(at: identity)
                if id == nil { isMissingIDs = true } else { hasIDs = true }
                try insert.run(position, item.line, id?.text, Int64(digest.high), Int64(digest.low))
            }
            contents.append(sum.digest)
        }
    }

    /// - Throws: ``ListError`` `idRepeated` with the first line that brings an id again.
    func refuseRepeatedIDs() throws {
        let select = try upload.scratch.statement(
            """
            SELECT line, id FROM (SELECT position, line, id, row_number() OVER (PARTITION BY id ORDER BY position) AS turn
            FROM new_item WHERE id IS NOT NULL) WHERE turn = 2 ORDER BY position LIMIT 1
            """)
        let repeated = try select.first { (line: $0["line"] as Int, id: $0["id"] as String) }
        guard let repeated else { return }
        throw ListError.repeated(repeated.id, line: repeated.line)
    }

    /// Digests of each section's header and items.
    func sectionKeys() throws -> [ContentDigest] {
        let select = try upload.scratch.statement("SELECT header FROM section ORDER BY position")
        defer { select.reset() }
        return try contents.map { content in
            _ = try select.step()
            return ContentDigest([ContentDigest(JSONText(stored: select.row["header"])), content])
        }
    }
}
