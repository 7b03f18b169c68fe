-- What was sent of events whose data is made from versions.

-- Data that was sent and did not arrive: further attempts send the same, also when the versions have left the history. A row goes with its
-- event, or when there are too many bytes of them.
CREATE TABLE event_data (
    event INTEGER PRIMARY KEY,       -- the event's number
    data BLOB NOT NULL               -- JSON text
);
