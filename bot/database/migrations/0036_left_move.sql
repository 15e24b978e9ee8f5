-- A move that a person has left in advance: it is made when their turn comes, if nothing that
-- matters to it has changed since the position in which it was left.
CREATE TABLE left_move (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    line TEXT NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('draft', 'left', 'due', 'dropped')),
    -- Code of the text that says why it was not made.
    reason TEXT NOT NULL,
    -- The position in which it was left, with all that is hidden, and the version of the rules.
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX left_moves_of_a_person ON left_move (user_id);
