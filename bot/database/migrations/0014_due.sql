-- What becomes due at some moment: reminders, clocks, votes that end. A row leaves in the transaction
-- that does it. `subject` tells apart what a table or a person has several of.
DROP INDEX due;
CREATE INDEX post_due ON outbox (due_at) WHERE refused IS NULL;

CREATE TABLE due (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER REFERENCES table_ (id),
    person_id INTEGER REFERENCES person (user_id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    at TEXT NOT NULL,
    -- When it is tried next: later than `at` once it has failed.
    try_at TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX due_once ON due (kind, ifnull(table_id, 0), ifnull(person_id, 0), subject);
CREATE INDEX due_next ON due (try_at, id);
CREATE INDEX due_at_a_table ON due (table_id);
