-- People who follow a game without a seat: when a message calls them, and who they say will win.
CREATE TABLE watch (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    calls TEXT NOT NULL CHECK (calls IN ('round', 'end')),
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX watches_of_a_person ON watch (user_id);

CREATE TABLE guess (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    seat INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX guesses_of_a_person ON guess (user_id);
