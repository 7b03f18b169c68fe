-- A file that follows a log, which several servers commit through. Without a log these tables are empty.

-- How far the file has come: one row, written in the transaction of each entry.
CREATE TABLE replica (
    history TEXT NOT NULL,           -- names the log
    server INTEGER NOT NULL,         -- a random number that no other server of the log has
    position INTEGER NOT NULL,       -- the last entry that is in the file
    id INTEGER NOT NULL              -- that entry's id
);

-- The texts of the statements that entries name by number.
CREATE TABLE log_statement (
    number INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);

ALTER TABLE long_write ADD COLUMN owner INTEGER; -- the server that runs the write, NULL without a log
ALTER TABLE long_write ADD COLUMN id TEXT;       -- the list's id, NULL without a log
