-- The reminder that lies at a table for somebody: a later one takes its place.
CREATE TABLE ping (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
