-- Who did it: the person of each action, and who has sat where.

-- NULL for an AI, and for somebody who is forgotten.
ALTER TABLE action ADD COLUMN by_id INTEGER REFERENCES person (user_id);

-- What the one who acted was to the seat: NULL for whoever plays it.
ALTER TABLE action ADD COLUMN via TEXT CHECK (via IN ('stand_in', 'late', 'for_other'));

-- Of what was done nothing changes, but people may be forgotten.
DROP TRIGGER actions_stay_as_they_were;

-- As far as is known: nobody else has ever played a seat but an AI.
UPDATE action SET
    by_id = (SELECT user_id FROM seat WHERE table_id = action.table_id AND seat = action.seat)
WHERE NOT ai;
UPDATE action SET via = 'stand_in'
WHERE ai AND EXISTS (
    SELECT 1 FROM seat
    WHERE table_id = action.table_id AND seat = action.seat AND user_id IS NOT NULL
);

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

CREATE INDEX actions_of_a_person ON action (by_id) WHERE by_id IS NOT NULL;

-- Who has played a seat since the game began, each from the action after `after_ply` on.
CREATE TABLE seat_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    seat INTEGER NOT NULL,
    after_ply INTEGER NOT NULL,
    at TEXT NOT NULL,
    user_id INTEGER REFERENCES person (user_id),
    name TEXT NOT NULL,
    ai TEXT,
    how TEXT NOT NULL
) STRICT;

CREATE INDEX history_of_a_table ON seat_history (table_id, seat, id);
CREATE INDEX seats_of_a_person ON seat_history (user_id) WHERE user_id IS NOT NULL;

INSERT INTO seat_history (table_id, seat, after_ply, at, user_id, name, ai, how)
SELECT id, seat, 0, opened_at, user_id, name, iif(user_id IS NULL, ai, NULL), 'joined'
FROM seat JOIN table_ ON id = table_id WHERE status <> 'lobby' ORDER BY id, seat;

INSERT INTO seat_history (table_id, seat, after_ply, at, user_id, name, ai, how)
SELECT id, seat, (
    SELECT coalesce(min(iif(ai, ply - 1, NULL)), max(ply), 0) FROM action
    WHERE action.table_id = id AND action.seat = seat.seat
), changed_at, user_id, name, seat.ai, 'resigned'
FROM seat JOIN table_ ON id = table_id WHERE status <> 'lobby' AND resigned ORDER BY id, seat;
