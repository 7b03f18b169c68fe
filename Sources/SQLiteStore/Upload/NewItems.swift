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
        let select = try upload.scratch.statement("SELECT position, section, line, id, value FROM item ORDER BY position")
        defer { select.reset() }
        var sum = ContentDigest.Sum()
        contents.reserveCapacity(upload.sectionIDs.count)
        let row = select.row
        while try select.step() {
            let section: Int = row["section"]
            while contents.count < section {
                contents.append(sum.digest)
                sum = ContentDigest.Sum()
            }
            let digest = ContentDigest(row.bytes("value"))
            sum.add(digest)
            var id: String? = row["id"]
            if id == nil, let identity {
                let value = JSONValue(verbatim: row["value"])
                id = try Identifier(identifying: value, at: identity, .line(row["line"])).text
            }
            if id == nil { isMissingIDs = true } else { hasIDs = true }
            try insert.run(row["position"] as Int64, section, id, Int64(digest.high), Int64(digest.low))
        }
        while contents.count < upload.sectionIDs.count {
            contents.append(sum.digest)
            sum = ContentDigest.Sum()
        }
    }

    /// - Throws: ``ListError`` `idRepeated` with the first line that brings an id again.
    func refuseRepeatedIDs() throws {
        let select = try upload.scratch.statement(
            """
            SELECT i.line, n.id FROM (SELECT position, id, row_number() OVER (PARTITION BY id ORDER BY position) AS turn
            FROM new_item WHERE id IS NOT NULL) n JOIN item i ON i.position = n.position WHERE turn = 2 ORDER BY n.position LIMIT 1
            """)
        let repeated = try select.first { (line: $0["line"] as Int, id: $0["id"] as String) }
        guard let repeated else { return }
        throw ListError(.idRepeated, "The item id “\(repeated.id)” stands twice.", at: .line(repeated.line))
    }

    /// Digests of each section's header and items.
    func sectionKeys() throws -> [ContentDigest] {
        let select = try upload.scratch.statement("SELECT header FROM section ORDER BY position")
        defer { select.reset() }
        return try contents.map { content in
            _ = try select.step()
            return ContentDigest([ContentDigest(JSONValue(stored: select.row["header"])), content])
        }
    }
}
