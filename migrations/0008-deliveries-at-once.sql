-- Deliveries are made in the transaction of their event. Before, they were made behind it, up to the event `journal.fanned`.

-- The deliveries that were still to be made: due now, or failed where the webhook is disabled.
INSERT INTO delivery
SELECT
    j.delivery + row_number() OVER (ORDER BY e.number, w.number),
    lower(hex(randomblob(16))),
    w.number,
    e.number,
    j.now,
    iif(w.status = 'disabled', 2, 0),
    0,
    0,
    iif(w.status = 'disabled', NULL, j.now),
    iif(w.status = 'disabled', j.now, NULL)
FROM (SELECT *, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS now FROM journal) j
JOIN event e ON e.number > j.fanned AND e.list IS NOT NULL
JOIN webhook w ON w.deleted = 0 AND w.since < e.number
WHERE (w.events = '[]' OR EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = e.type))
AND (
    w.lists = '[]'
    -- In a pattern only the star has a meaning.
    OR EXISTS (SELECT 1 FROM json_each(w.lists) WHERE e.list GLOB replace(replace(value, '[', '[[]'), '?', '[?]'))
);
UPDATE journal SET delivery = max(delivery, (SELECT coalesce(max(number), 0) FROM delivery));

-- A webhook that is there when an event happens hears of it.
ALTER TABLE journal DROP COLUMN fanned;
ALTER TABLE webhook DROP COLUMN since;
