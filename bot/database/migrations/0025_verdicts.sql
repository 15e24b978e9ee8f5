-- What the player that looks ahead thinks of each decision of a game that is over: moves and
-- numbers, and nothing of people.
CREATE TABLE analysis (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1))
) STRICT;

-- `ply` counts the moves that stand; `verdict` is NULL for what was no decision.
CREATE TABLE verdict (
    table_id INTEGER NOT NULL REFERENCES analysis (table_id),
    ply INTEGER NOT NULL,
    verdict TEXT CHECK (verdict IS NULL OR json_valid(verdict)),
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
