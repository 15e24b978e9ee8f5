-- What a person has noted about a table, for themselves alone.
CREATE TABLE note (
    table_id INTEGER NOT NULL REFERENCES table_ (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    words TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_of_a_person ON note (user_id);

-- To whom a player shows their hand.
CREATE TABLE onlooker (
    table_id INTEGER NOT NULL REFERENCES table_ (id) ON DELETE CASCADE,
    owner_id INTEGER NOT NULL REFERENCES person (user_id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    PRIMARY KEY (table_id, owner_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX onlookers_as_owners ON onlooker (owner_id);
CREATE INDEX onlookers_as_guests ON onlooker (user_id);
