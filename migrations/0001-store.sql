-- Lists, their versions, and what the versions are made of.
--
-- A key is `list number << 36 | counter`; a version's key is `list number << 36 | version`. All text is compared by its bytes.

-- Lists. A list that is deleted and made again has a row for each time. The row of a deleted one keeps the last version number that the id has
-- used, until the list is made again and what was left of it is collected.
CREATE TABLE list (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    base INTEGER NOT NULL,           -- the version that deleted the list before this time, 0 for none
    head INTEGER NOT NULL,           -- the newest version
    oldest INTEGER NOT NULL,          -- the oldest version of the history
    collected INTEGER NOT NULL,      -- the garbage of all versions up to this one is gone
    counter INTEGER NOT NULL,        -- the last key that was given out
    created_at INTEGER NOT NULL,     -- milliseconds since 1970
    deleted INTEGER,                 -- the version that deleted the list
    has_rows INTEGER NOT NULL,       -- whether a deleted list still has rows to collect
    history_bytes INTEGER NOT NULL,  -- what the history needs beyond the head
    record_bytes INTEGER NOT NULL,   -- what all records and rows of `parent` take
    dead_bytes INTEGER NOT NULL      -- what of it the rows of `dead` name, about
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
    garbage_bytes INTEGER NOT NULL,
    author TEXT                      -- the name of a token, NULL where the version was made without one
);

CREATE TABLE garbage (
    version INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (version, chunk)
) WITHOUT ROWID;

-- Immutable records of lists: nodes of trees, revisions of items and of sections, properties. A row holds records with rising keys, none
-- of which is in a row beside it: of a version, or neighbours of a bulk load.
CREATE TABLE pack (
    last INTEGER PRIMARY KEY,        -- not below the last record's key, and below the first one's of the row behind
    data BLOB NOT NULL               -- a checksum, a directory of keys, kinds and lengths, then the records
);

-- Records that no version needs, still in their packs or gone already. A row goes once all of its records are gone.
CREATE TABLE dead (
    key INTEGER PRIMARY KEY,
    records BLOB NOT NULL,           -- their keys, rising
    bytes INTEGER NOT NULL           -- what they take, about
);

-- From an id to its number.
CREATE TABLE name (
    list INTEGER NOT NULL,
    kind INTEGER NOT NULL,           -- 0 for an item, 1 for a section
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (list, kind, id)
) WITHOUT ROWID;

-- The parent of an item, a section or a node, by its number, from a version on; 0 once it is deleted.
CREATE TABLE parent (
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

-- The lists that have had items of a type.
CREATE INDEX type_name_use ON type_name (name);

-- Responses to writes that came with an Idempotency-Key, given again until they expire.
--
-- Numbers and times only go up, so what has expired is a first run of rows. Where all together are too many bytes, the first rows of the space go that
-- has most. A key whose answer has expired may stand a second time; the higher counts.

CREATE TABLE stored_response (
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,           -- milliseconds since 1970
    bytes INTEGER NOT NULL,          -- what the row counts
    space TEXT NOT NULL,             -- names the token whose key it is, empty where there are no tokens
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,       -- tells the request from any other with the same key
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,           -- a line for each: name, colon, space, value
    body BLOB NOT NULL               -- empty where it was too long to be kept
);
CREATE INDEX stored_response_space ON stored_response (space, number, bytes);
CREATE INDEX stored_response_key ON stored_response (key);

-- Writes so long that their rows are stored in parts, before any version reaches them. What a crash leaves of one is deleted before its
-- list is written to again.
CREATE TABLE long_write (
    list INTEGER PRIMARY KEY,        -- the number of the list, which may not have a row yet
    first INTEGER NOT NULL,          -- keys and numbers from this one on belong to the write
    version INTEGER NOT NULL         -- the version that it makes
);

-- What webhooks are told of: the journal of events, what users did with items among them, webhooks, and deliveries.

-- The journal's counters: one row.
CREATE TABLE journal (
    event INTEGER NOT NULL,          -- the last number of an event
    time INTEGER NOT NULL            -- the newest event's: milliseconds since 1970
);
INSERT INTO journal VALUES (0, 0);

-- Numbers go up in the order of commits, times never go back. A row stays while it is an interaction that can be read back, or
-- has a delivery.
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    time INTEGER NOT NULL,           -- milliseconds since 1970
    list TEXT,                       -- the list's id, NULL for a test
    version INTEGER,                 -- the version that the list came to, NULL for a test and for interactions
    sequence INTEGER,                -- counts the list's interactions, NULL for all else and for one that is kept for its deliveries alone
    data BLOB,                       -- JSON text, NULL where it is made from the versions
    audience INTEGER                 -- the webhooks that it is for, NULL where each delivery got a row at once, or there is none
);
CREATE UNIQUE INDEX event_interaction ON event (list, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX event_audience ON event (audience) WHERE audience IS NOT NULL;

-- Sets of webhooks that events are for. Of an event behind a webhook's cursor its delivery has no row as long as nothing has become of it:
-- it is pending, and due since the event's time.
CREATE TABLE audience (
    webhook INTEGER NOT NULL,        -- the webhook's number
    number INTEGER NOT NULL,         -- that of the first event that was for these webhooks
    PRIMARY KEY (webhook, number)
) WITHOUT ROWID;

-- The last sequence number that a list's id has used, whatever became of the list and its interactions.
CREATE TABLE interaction_count (
    list TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    ended INTEGER NOT NULL           -- the last sequence number when a list of this id was deleted: up to it none can be read, 0 for never
) WITHOUT ROWID;

CREATE TABLE webhook (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,     -- milliseconds since 1970
    url TEXT NOT NULL,
    events TEXT NOT NULL,            -- an array of names as JSON
    lists TEXT NOT NULL,             -- an array of patterns as JSON
    description TEXT NOT NULL,
    ordered INTEGER NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    failing_since INTEGER,           -- milliseconds since 1970
    exhausted INTEGER NOT NULL,      -- whether an event has used up its attempts since the last success
    health_set_at INTEGER NOT NULL,  -- when status to exhausted were last set by hand: milliseconds since 1970
    cursor INTEGER NOT NULL,         -- the number of an event: up to it all deliveries have, or had, rows
    deleted INTEGER NOT NULL,        -- 1 while only its deliveries are left to be collected
    author TEXT                      -- the name of the token that made it, NULL where none was asked for
);
CREATE UNIQUE INDEX webhook_id ON webhook (id);

CREATE TABLE webhook_secret (
    webhook INTEGER NOT NULL,        -- the webhook's number
    position INTEGER NOT NULL,       -- 0 for the newest
    sealed BLOB NOT NULL,
    expires_at INTEGER,              -- milliseconds since 1970, NULL for one without an end
    PRIMARY KEY (webhook, position)
) WITHOUT ROWID;

-- Deliveries of which something has become, and those of events without an audience. The id of a delivery is made of its number and of when
-- it was made.
CREATE TABLE delivery (
    number INTEGER PRIMARY KEY,      -- the event's number << 20 | the webhook's
    webhook INTEGER NOT NULL,        -- the webhook's number
    created_at INTEGER NOT NULL,     -- milliseconds since 1970
    status INTEGER NOT NULL,         -- 0 pending, 1 delivered, 2 failed
    attempts INTEGER NOT NULL,       -- how many rows of `attempt` it has
    earlier INTEGER NOT NULL,        -- how many of them belong to earlier rounds
    next_attempt INTEGER,            -- milliseconds since 1970, NULL unless it is pending
    ended_at INTEGER                 -- milliseconds since 1970, NULL while it is pending
);
CREATE INDEX delivery_status ON delivery (webhook, status);
CREATE INDEX delivery_due ON delivery (webhook, next_attempt) WHERE next_attempt IS NOT NULL;
CREATE INDEX delivery_end ON delivery (ended_at) WHERE ended_at IS NOT NULL;

-- Attempts of a delivery; none is ever changed.
CREATE TABLE attempt (
    delivery INTEGER NOT NULL,       -- the delivery's number
    number INTEGER NOT NULL,         -- counts the delivery's attempts, from 0
    at INTEGER NOT NULL,             -- milliseconds since 1970
    status_code INTEGER,
    error TEXT,
    duration INTEGER NOT NULL,       -- milliseconds
    response TEXT NOT NULL,          -- the beginning of the answer's body
    PRIMARY KEY (delivery, number)
) WITHOUT ROWID;

-- Data that was sent and did not arrive: further attempts send the same, also when the versions have left the history. A row goes with its
-- event, or when there are too many bytes of them.
CREATE TABLE event_data (
    event INTEGER PRIMARY KEY,       -- the event's number
    data BLOB NOT NULL               -- JSON text
);

-- Registered cell types.

CREATE TABLE cell_type (
    name TEXT PRIMARY KEY,
    schema TEXT,                     -- JSON text as it was sent, NULL where values are free
    reuse_identifier TEXT,
    estimated_height TEXT,           -- a JSON number as it was sent
    fallback TEXT,
    description TEXT NOT NULL
);

-- The registry's version: one row. 0 where no type was ever registered.
CREATE TABLE cell_type_registry (
    version INTEGER NOT NULL
);
INSERT INTO cell_type_registry VALUES (0);

-- Which database a file is: a random id, made anew at each start and for each backup, so that a write-ahead log is told from one of
-- another file. What the header says of the program is "Sect".
CREATE TABLE identity (
    id TEXT NOT NULL
);
INSERT INTO identity VALUES (lower(hex(randomblob(16))));
PRAGMA application_id = 1399153524;
