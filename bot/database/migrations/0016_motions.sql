-- What one person asks of several, and their answers; what happens at a table and is no move.

-- A motion is open as long as it has no outcome. What exactly it is about is JSON without people.
CREATE TABLE motion (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    kind TEXT NOT NULL,
    by_id INTEGER REFERENCES person (user_id),
    rule TEXT NOT NULL CHECK (rule IN ('majority', 'all')),
    matter TEXT NOT NULL CHECK (json_valid(matter)),
    expires_at TEXT NOT NULL,
    outcome TEXT
) STRICT;

CREATE UNIQUE INDEX one_motion_of_a_kind ON motion (table_id, kind) WHERE outcome IS NULL;
CREATE INDEX motions_expire ON motion (expires_at) WHERE outcome IS NULL;

-- Whom it asks; `yes` is NULL while they are silent.
CREATE TABLE vote (
    motion_id INTEGER NOT NULL REFERENCES motion (id),
    place INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    yes INTEGER CHECK (yes IN (0, 1)),
    PRIMARY KEY (motion_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE act (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    code TEXT NOT NULL,
    by_id INTEGER REFERENCES person (user_id),
    by_name TEXT,
    about_id INTEGER REFERENCES person (user_id),
    about_name TEXT,
    args TEXT NOT NULL CHECK (json_valid(args)),
    at TEXT NOT NULL
) STRICT;

CREATE INDEX acts_of_a_table ON act (table_id, id);

-- The hosts who had asked to break a game off, and who had agreed: they have two days from now.
INSERT INTO motion (table_id, kind, by_id, rule, matter, expires_at)
SELECT id, 'end', host_id, 'all', '{}', strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+48 hours')
FROM table_
WHERE status = 'live' AND EXISTS (
    SELECT 1 FROM consent
    WHERE table_id = table_.id AND consent.revision = table_.revision AND user_id = host_id
);

INSERT INTO vote (motion_id, place, user_id, yes)
SELECT motion.id, seat.seat, seat.user_id, iif(consent.user_id IS NULL, NULL, 1)
FROM motion
JOIN table_ ON table_.id = motion.table_id
JOIN seat ON seat.table_id = motion.table_id
LEFT JOIN consent ON consent.table_id = motion.table_id AND consent.user_id = seat.user_id
    AND consent.revision = table_.revision
WHERE seat.user_id IS NOT NULL AND seat.user_id <> motion.by_id AND NOT seat.resigned;

INSERT INTO due (table_id, kind, subject, payload, at, try_at)
SELECT table_id, 'motion', CAST(id AS TEXT), '{}', expires_at, expires_at FROM motion;

DROP TABLE consent;

-- A game may rest, until a day or until people go on with it.
ALTER TABLE table_ ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
ALTER TABLE table_ ADD COLUMN resumes_at TEXT;

-- Whether whoever wants may take a seat.
ALTER TABLE seat ADD COLUMN offered INTEGER NOT NULL DEFAULT 0 CHECK (offered IN (0, 1));
