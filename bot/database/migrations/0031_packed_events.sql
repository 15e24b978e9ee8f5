-- What happened by an action is packed: see `bot/database/packing.py`.
CREATE TABLE packed_action (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    ply INTEGER NOT NULL CHECK (ply > 0),
    seat INTEGER NOT NULL,
    notation TEXT NOT NULL,
    events BLOB NOT NULL,
    at TEXT NOT NULL,
    ai INTEGER NOT NULL CHECK (ai IN (0, 1)),
    ends_turn INTEGER NOT NULL DEFAULT 1 CHECK (ends_turn IN (0, 1)),
    points TEXT,
    -- NULL for an AI, and for somebody who is forgotten.
    by_id INTEGER REFERENCES person (user_id),
    -- What the one who acted was to the seat: NULL for whoever plays it.
    via TEXT CHECK (via IN ('stand_in', 'late', 'for_other')),
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;

INSERT INTO packed_action
    SELECT table_id, ply, seat, notation, packed(events), at, ai, ends_turn, points, by_id, via
    FROM action ORDER BY table_id, ply;

-- Its triggers and its index go with it.
DROP TABLE action;
ALTER TABLE packed_action RENAME TO action;

CREATE TRIGGER actions_stay_as_they_were
BEFORE UPDATE OF table_id, ply, seat, notation, events, at, ai, ends_turn, points, via ON action
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

CREATE TRIGGER who_acted_is_forgotten_at_most BEFORE UPDATE OF by_id ON action
    WHEN new.by_id IS NOT NULL
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

CREATE TRIGGER actions_stay BEFORE DELETE ON action
    WHEN old.table_id NOT IN (SELECT table_id FROM removal)
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

CREATE INDEX actions_of_a_person ON action (by_id) WHERE by_id IS NOT NULL;
