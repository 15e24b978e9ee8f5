-- Who wants to break a running game off. It counts as long as nothing else happens at the table:
-- at another revision it is forgotten.
CREATE TABLE consent (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    revision INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
