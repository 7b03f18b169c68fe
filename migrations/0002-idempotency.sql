-- Answers to writes that came with an Idempotency-Key, given again until they expire.
--
-- Numbers, times and totals only go up, and rows are deleted from the lowest number on: what may go is always a first run of rows, and
-- what all of them take is read off the first and the last. A key whose answer has expired may stand a second time; the higher counts.

CREATE TABLE kept_answer (
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,           -- milliseconds since 1970
    bytes INTEGER NOT NULL,          -- what the row counts
    total INTEGER NOT NULL,          -- the bytes of this row and of all before it, deleted ones too
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,       -- tells the request from any other with the same key
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,           -- a line for each: name, colon, space, value
    body BLOB NOT NULL
);
CREATE INDEX kept_answer_key ON kept_answer (key);
