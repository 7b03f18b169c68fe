-- What webhooks are told of: the journal of events, what users did with items among them, webhooks, and deliveries.

-- The journal's counters: one row.
CREATE TABLE journal (
    event INTEGER NOT NULL,          -- the last number of an event
    time INTEGER NOT NULL,           -- the newest event's: milliseconds since 1970
    fanned INTEGER NOT NULL,         -- events up to this one have their deliveries
    delivery INTEGER NOT NULL        -- the last number of a delivery
);
INSERT INTO journal VALUES (0, 0, 0, 0);

-- Numbers go up in the order of commits, times never go back. A row stays while it is an interaction that can be read back, is to be fanned
-- out, or has a delivery.
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    time INTEGER NOT NULL,           -- milliseconds since 1970
    list TEXT,                       -- the list's id, NULL for a test
    version INTEGER,                 -- the version that the list came to, NULL for a test and for interactions
    sequence INTEGER,                -- counts the list's interactions, NULL for all else and for one that is kept for its deliveries alone
    data BLOB                        -- JSON text, NULL where it is made from the versions
);
CREATE UNIQUE INDEX event_interaction ON event (list, sequence) WHERE sequence IS NOT NULL;

-- The last sequence number that a list's id has used, whatever became of the list and its interactions.
CREATE TABLE interaction_count (
    list TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE webhook (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,     -- milliseconds since 1970
    since INTEGER NOT NULL,          -- it hears of events with higher numbers
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
    deleted INTEGER NOT NULL         -- 1 while only its deliveries are left to be collected
);
CREATE UNIQUE INDEX webhook_id ON webhook (id);

CREATE TABLE webhook_secret (
    webhook INTEGER NOT NULL,        -- the webhook's number
    position INTEGER NOT NULL,       -- 0 for the newest
    sealed BLOB NOT NULL,
    expires_at INTEGER,              -- milliseconds since 1970, NULL for one without an end
    PRIMARY KEY (webhook, position)
) WITHOUT ROWID;

CREATE TABLE delivery (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    webhook INTEGER NOT NULL,        -- the webhook's number
    event INTEGER NOT NULL,          -- the event's number
    created_at INTEGER NOT NULL,     -- milliseconds since 1970
    status INTEGER NOT NULL,         -- 0 pending, 1 delivered, 2 failed
    attempts INTEGER NOT NULL,       -- how many rows of `attempt` it has
    earlier INTEGER NOT NULL,        -- how many of them belong to earlier rounds
    next_attempt INTEGER,            -- milliseconds since 1970, NULL unless it is pending
    ended_at INTEGER                 -- milliseconds since 1970, NULL while it is pending
);
CREATE UNIQUE INDEX delivery_id ON delivery (id);
CREATE INDEX delivery_status ON delivery (webhook, status, number);
CREATE INDEX delivery_due ON delivery (webhook, next_attempt) WHERE next_attempt IS NOT NULL;
CREATE INDEX delivery_turn ON delivery (webhook, event) WHERE next_attempt IS NOT NULL;
CREATE INDEX delivery_end ON delivery (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX delivery_event ON delivery (event);

-- Attempts of a delivery, in the order of their numbers; none is ever changed.
CREATE TABLE attempt (
    number INTEGER PRIMARY KEY,
    delivery INTEGER NOT NULL,       -- the delivery's number
    at INTEGER NOT NULL,             -- milliseconds since 1970
    status_code INTEGER,
    error TEXT,
    duration INTEGER NOT NULL,       -- milliseconds
    response TEXT NOT NULL           -- the beginning of the answer's body
);
CREATE INDEX attempt_delivery ON attempt (delivery);
