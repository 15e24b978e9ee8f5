-- What waits to be delivered: in which order, how long it has been tried, and what stands in its way.

-- How urgent a delivery is, the least first: boards (0), boards shown once more (1), hands (2),
-- lobbies (3). Each of these has a queue of its own at a table.
ALTER TABLE outbox ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET rank = CASE kind WHEN 'hand' THEN 2 WHEN 'lobby' THEN 3 ELSE 0 END;

-- When it was first tried: after some minutes Discord has forgotten its nonce.
ALTER TABLE outbox ADD COLUMN tried_at TEXT;

-- Seconds of its last pause after a failure, which the next one doubles.
ALTER TABLE outbox ADD COLUMN pause REAL NOT NULL DEFAULT 0;

CREATE INDEX line ON outbox (rank, due_at) WHERE refused IS NULL;

-- What keeps the posts of a table from going out as they should, as its host was told; '' for nothing.
ALTER TABLE table_ ADD COLUMN trouble TEXT NOT NULL DEFAULT '';
