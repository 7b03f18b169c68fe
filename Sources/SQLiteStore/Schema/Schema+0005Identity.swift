extension Schema {
    /// The text of `migrations/0005-identity.sql`, which has shipped and is never edited; a test holds the two equal.
    static let identity = #"""
        -- Which database a file is: a random id, made anew at each start and for each backup, so that a write-ahead log is told from one of
        -- another file. What the header says of the program is "Sect".
        CREATE TABLE identity (
            id TEXT NOT NULL
        );
        INSERT INTO identity VALUES (lower(hex(randomblob(16))));
        PRAGMA application_id = 1399153524;

        """#
}
