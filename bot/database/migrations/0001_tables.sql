-- Tables of games, their logs, and what is still to be told about them.
-- Dates are UTC, ISO 8601; ids of Discord are integers; JSON is text.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    language TEXT
) STRICT;

CREATE TABLE table_ (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    lobby_message_id INTEGER,
    home_id INTEGER,
    board_message_id INTEGER,
    in_thread INTEGER NOT NULL CHECK (in_thread IN (0, 1)),
    host_id INTEGER NOT NULL REFERENCES person (user_id),
    language TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'cancelled')),
    revision INTEGER NOT NULL,
    size INTEGER NOT NULL CHECK (size > 0),
    options TEXT NOT NULL CHECK (json_valid(options)),
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    changed_at TEXT NOT NULL
) STRICT;

CREATE INDEX tables_of_a_guild ON table_ (guild_id, status);
CREATE INDEX table_at_home ON table_ (home_id) WHERE home_id IS NOT NULL;
CREATE UNIQUE INDEX one_table_a_channel ON table_ (channel_id)
    WHERE NOT in_thread AND status IN ('lobby', 'live');

CREATE TRIGGER revision_never_goes_back BEFORE UPDATE OF revision ON table_
    WHEN new.revision < old.revision
BEGIN
    SELECT raise(ABORT, 'the revision never goes back');
END;

CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER REFERENCES person (user_id),
    name TEXT NOT NULL,
    ai TEXT,
    resigned INTEGER NOT NULL CHECK (resigned IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_seat_a_person ON seat (user_id, table_id) WHERE user_id IS NOT NULL;

CREATE TABLE action (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    ply INTEGER NOT NULL CHECK (ply > 0),
    seat INTEGER NOT NULL,
    notation TEXT NOT NULL,
    events TEXT NOT NULL CHECK (json_valid(events)),
    at TEXT NOT NULL,
    ai INTEGER NOT NULL CHECK (ai IN (0, 1)),
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER actions_stay_as_they_were BEFORE UPDATE ON action
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

CREATE TRIGGER actions_stay BEFORE DELETE ON action
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

-- Only the newest position of a table, as JSON; the log can rebuild it.
CREATE TABLE snapshot (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    ply INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;

-- What is still to be delivered. A row leaves only when Discord has it; one that Discord
-- refuses for good stays, with the reason.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    nonce TEXT NOT NULL UNIQUE CHECK (length(nonce) <= 25),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at TEXT NOT NULL,
    refused TEXT
) STRICT;

CREATE INDEX waiting ON outbox (table_id, id) WHERE refused IS NULL;

CREATE TABLE result (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    result TEXT NOT NULL CHECK (json_valid(result)),
    at TEXT NOT NULL
) STRICT;
