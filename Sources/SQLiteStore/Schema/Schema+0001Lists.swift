extension Schema {
    /// The text of `migrations/0001-lists.sql`, which has shipped and is never edited; a test holds the two equal.
    static let lists = #"""
        -- Lists, their versions, and what the versions are made of.
        --
        -- A key is `list number << 40 | counter`; a version's key is `list number << 40 | version`. All text is compared by its bytes.

        -- One life of a list's id. The row of an ended life keeps the last version number that the id has used, until a newer life has taken
        -- its place and its rows are collected.
        CREATE TABLE list (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            base INTEGER NOT NULL,           -- the version that ended the life before, 0 for a first life
            head INTEGER NOT NULL,           -- the newest version
            floor INTEGER NOT NULL,          -- the oldest version of the history
            collected INTEGER NOT NULL,      -- the garbage of all versions up to this one is gone
            counter INTEGER NOT NULL,        -- the last key that was given out
            created_at INTEGER NOT NULL,     -- milliseconds since 1970
            deleted INTEGER,                 -- the version that ended this life
            has_rows INTEGER NOT NULL,       -- whether an ended life still has rows to collect
            history_bytes INTEGER NOT NULL   -- what the history needs beyond the head
        );
        CREATE INDEX list_id ON list (id, number);
        CREATE UNIQUE INDEX list_live ON list (id) WHERE deleted IS NULL;

        CREATE TABLE version (
            key INTEGER PRIMARY KEY,
            root INTEGER,                    -- the root of the tree of sections, NULL for an empty list
            root_number INTEGER,
            section_count INTEGER NOT NULL,
            item_count INTEGER NOT NULL,
            properties INTEGER NOT NULL,
            time INTEGER NOT NULL,           -- milliseconds since 1970
            garbage BLOB,                    -- what the version before reaches and this one does not
            garbage_chunks INTEGER NOT NULL, -- how many rows of `garbage` hold it instead
            garbage_bytes INTEGER NOT NULL
        );

        CREATE TABLE garbage (
            version INTEGER NOT NULL,
            chunk INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (version, chunk)
        ) WITHOUT ROWID;

        CREATE TABLE properties (
            key INTEGER PRIMARY KEY,
            title TEXT,
            metadata TEXT NOT NULL,
            default_type TEXT,
            identity TEXT
        );

        -- An immutable node of a tree.
        CREATE TABLE node (
            key INTEGER PRIMARY KEY,
            data BLOB NOT NULL
        );

        -- An immutable revision of an item.
        CREATE TABLE revision (
            key INTEGER PRIMARY KEY,
            number INTEGER NOT NULL,
            version INTEGER NOT NULL,
            id TEXT NOT NULL,
            value TEXT NOT NULL
        );

        -- An immutable revision of a section; NULL is the JSON text null.
        CREATE TABLE section_revision (
            key INTEGER PRIMARY KEY,
            number INTEGER NOT NULL,
            id TEXT NOT NULL,
            header TEXT,
            footer TEXT,
            metadata TEXT NOT NULL
        );

        -- From an id to its number.
        CREATE TABLE name (
            list INTEGER NOT NULL,
            kind INTEGER NOT NULL,           -- 0 for an item, 1 for a section
            id TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (list, kind, id)
        ) WITHOUT ROWID;

        -- What a number stands under, from a version on; 0 once it is deleted.
        CREATE TABLE place (
            number INTEGER NOT NULL,
            since INTEGER NOT NULL,
            parent INTEGER NOT NULL,
            PRIMARY KEY (number, since)
        ) WITHOUT ROWID;

        CREATE TABLE type_name (
            list INTEGER NOT NULL,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (list, number)
        ) WITHOUT ROWID;

        """#
}
