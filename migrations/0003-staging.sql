-- Writes so long that their rows are stored in parts, before any version reaches them. What a crash leaves of one is deleted before its
-- list is written to again.
CREATE TABLE staging (
    list INTEGER PRIMARY KEY,        -- the number of the list, which may not have a row yet
    first INTEGER NOT NULL,          -- keys and numbers from this one on belong to the write
    version INTEGER NOT NULL         -- the version that it makes
);
