-- Turns of several actions, what is taken back of them, and hands told in private.

-- A turn ends with its last action; until now every action was a whole turn.
ALTER TABLE action ADD COLUMN ends_turn INTEGER NOT NULL DEFAULT 1 CHECK (ends_turn IN (0, 1));

-- The position at the beginning of the turn under way; NULL between turns.
ALTER TABLE snapshot ADD COLUMN began TEXT;

-- Which actions were taken back, by whom. They stay in the log, their numbers are not used again.
CREATE TABLE undo (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    first_ply INTEGER NOT NULL CHECK (first_ply > 0),
    last_ply INTEGER NOT NULL CHECK (last_ply >= first_ply),
    seat INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, first_ply)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER undoing_is_not_undone BEFORE UPDATE ON undo
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

CREATE TRIGGER undoing_stays BEFORE DELETE ON undo
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

-- Where a person is shown the hand of a seat in private, and whether they want no messages:
-- `told` once they know that the Hand button shows it, too.
CREATE TABLE hand (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    channel_id INTEGER,
    message_id INTEGER,
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- Whose hand a delivery shows; NULL for what is posted at the table. Each has a queue of its own.
ALTER TABLE outbox ADD COLUMN seat INTEGER;

-- From now on nothing is due before what is ahead of it.
UPDATE outbox SET due_at = (
    SELECT max(ahead.due_at) FROM outbox AS ahead
    WHERE ahead.table_id = outbox.table_id AND ahead.id <= outbox.id AND ahead.refused IS NULL
) WHERE refused IS NULL;

CREATE INDEX due ON outbox (due_at) WHERE refused IS NULL;
