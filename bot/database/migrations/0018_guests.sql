-- Whom the host has invited to a table; where it is played by invitation, nobody else takes a seat.
CREATE TABLE guest (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX guest_of ON guest (user_id);
