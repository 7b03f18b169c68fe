-- Plainer names for two tables and a column: the counters of events, and the sets of webhooks that events are for.
ALTER TABLE journal RENAME TO event_counter;
ALTER TABLE audience RENAME TO recipient_set;
ALTER TABLE event RENAME COLUMN audience TO recipients;
DROP INDEX event_audience;
CREATE INDEX event_recipients ON event (recipients) WHERE recipients IS NOT NULL;
