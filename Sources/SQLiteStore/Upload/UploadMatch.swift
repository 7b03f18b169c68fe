import Lists

/// Which old sections and items an upload continues, found in its scratch database in memory that does not grow with either.
///
/// Items match by id, and those without one by value (``ValueMatch``).
struct UploadMatch {
    /// For each section of the upload, the index of the old one that it continues.
    let sections: [Int?]

    private static let schema = """
        CREATE TABLE new_item (position INTEGER PRIMARY KEY, line INTEGER, id TEXT, high INTEGER, low INTEGER);
        CREATE TABLE old_item (position INTEGER PRIMARY KEY, section INTEGER, number INTEGER, revision INTEGER, type INTEGER, id TEXT,
            high INTEGER, low INTEGER);
        CREATE TABLE kept (new INTEGER PRIMARY KEY, old INTEGER);
        """

    init(_ upload: UploadContent, base: ListHead, storage: any ListStorage) throws {
        let scratch = upload.scratch
        try scratch.beginMatching()
        try scratch.execute(Self.schema)
        let new = try NewItems(upload, identity: upload.properties ?? base.properties)
        if new.hasIDs {
            try scratch.execute("CREATE INDEX new_item_id ON new_item (id)")
            try new.refuseRepeatedIDs()
        }
        let old = try OldItems(base.sections, storage, in: scratch, withIDs: new.hasIDs)
        sections = try SectionMatch.matches(old: old.sectionIDs, new: upload.sectionIDs) {
            (old: old.sectionKeys(), new: try new.sectionKeys())
        }
        if new.hasIDs {
            try scratch.execute(
                """
                CREATE INDEX old_item_id ON old_item (id);
                INSERT INTO kept SELECT n.position, o.position FROM new_item n CROSS JOIN old_item o WHERE o.id = n.id;
                """)
        }
        try scratch.execute("CREATE INDEX kept_old ON kept (old)")
        if new.isMissingIDs {
            try ValueMatch.match(sections, new: upload.items(ofSection:), old: old.ranges, in: try UnmatchedUpload(scratch))
        }
    }
}
