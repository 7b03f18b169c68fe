import JSON
import Lists

/// The items of an upload with their ids and the digests of their values, in the scratch table `new_item`.
struct NewItems {
    /// Whether some item has an id.
    private(set) var hasIDs = false
    /// Whether some item has none.
    private(set) var isMissingIDs = false

    private let upload: ScratchUpload
    /// For each section, a digest of its items' values.
    private var contents: [ContentDigest] = []

    /// - Throws: ``ListError`` `identityMissing` with the line as the subject.
    init(_ upload: ScratchUpload, identity properties: ListProperties) throws {
        self.upload = upload
        let identity = try properties.identityPointer()
        let insert = try upload.scratch.statement("INSERT INTO new_item VALUES (?, ?, ?, ?, ?)")
        let select = try upload.scratch.statement("SELECT position, section, line, id, value FROM item ORDER BY position")
        defer { select.reset() }
        var sum = ContentDigest.Sum()
        contents.reserveCapacity(upload.sectionIDs.count)
        while try select.step() {
            let section = Int(select.int(1))
            while contents.count < section {
                contents.append(sum.digest)
                sum = ContentDigest.Sum()
            }
            let digest = ContentDigest(select.bytes(4))
            sum.add(digest)
            var id = select.optionalText(3)
            if id == nil, let identity {
                let value = JSONValue(verbatim: select.text(4))
                id = try Identifier(identifying: value, at: identity, .line(Int(select.int(2)))).text
            }
            if id == nil { isMissingIDs = true } else { hasIDs = true }
            insert.bind(0, select.int(0))
            insert.bind(1, select.int(1))
            insert.bind(2, id)
            insert.bind(3, Int64(digest.high))
            insert.bind(4, Int64(digest.low))
            try insert.run()
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
        let repeated = try select.first { (line: Int(select.int(0)), id: select.text(1)) }
        guard let repeated else { return }
        throw ListError(.idRepeated, "The item id “\(repeated.id)” stands twice.", at: .line(repeated.line))
    }

    /// Digests of each section's header and items.
    func sectionKeys() throws -> [ContentDigest] {
        let select = try upload.scratch.statement("SELECT header FROM section ORDER BY position")
        defer { select.reset() }
        return try contents.map { content in
            _ = try select.step()
            let header = select.optionalText(0).map(JSONValue.init(verbatim:)) ?? .null
            return ContentDigest([ContentDigest(header), content])
        }
    }
}
