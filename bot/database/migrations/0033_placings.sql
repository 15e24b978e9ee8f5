-- How each seat of a finished game came out, for statistics. NULL persons: AI seats, and people who
-- are forgotten.
CREATE TABLE placing (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    seat INTEGER NOT NULL,
    user_id INTEGER REFERENCES person (user_id),
    ai TEXT,
    place INTEGER NOT NULL,
    points INTEGER NOT NULL,
    resigned INTEGER NOT NULL CHECK (resigned IN (0, 1)),
    substitute INTEGER NOT NULL CHECK (substitute IN (0, 1)),
    -- Median of the seconds that its person took for a move; NULL where they made none.
    move_time INTEGER,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX placings_of_a_person ON placing (user_id) WHERE user_id IS NOT NULL;

-- Strength at a game on one server: of people, and apart from them of AI players.
CREATE TABLE rating (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    skill REAL NOT NULL,
    doubt REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_a_person ON rating (user_id);

CREATE TABLE ai_rating (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    ai TEXT NOT NULL,
    skill REAL NOT NULL,
    doubt REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, ai)
) STRICT, WITHOUT ROWID;

-- Whether a result is part of the ratings; those of earlier versions become part in the background.
ALTER TABLE result ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
CREATE INDEX not_rated ON result (at, table_id) WHERE NOT rated;

-- Number of people in the game, and the seconds that it took; both stay when somebody is forgotten.
ALTER TABLE result ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
ALTER TABLE result ADD COLUMN length INTEGER;

INSERT INTO placing (
    table_id, seat, user_id, ai, place, points, resigned, substitute, move_time
)
WITH turns AS (
    SELECT table_id, seat, by_id, ai, via, unixepoch(at) - coalesce(
        lag(unixepoch(at)) OVER (PARTITION BY table_id ORDER BY ply),
        (SELECT min(unixepoch(at)) FROM seat_history WHERE table_id = action.table_id)
    ) AS seconds
    FROM action
    WHERE table_id IN (SELECT table_id FROM result) AND ends_turn AND NOT EXISTS (
        SELECT 1 FROM undo
        WHERE undo.table_id = action.table_id AND ply BETWEEN first_ply AND last_ply
    )
), in_order AS (
    SELECT table_id, seat, by_id, seconds,
        row_number() OVER (PARTITION BY table_id, seat, by_id ORDER BY seconds) AS nth,
        count(*) OVER (PARTITION BY table_id, seat, by_id) AS moves
    FROM turns WHERE NOT ai AND via IS NULL AND by_id IS NOT NULL
), medians AS MATERIALIZED (
    SELECT table_id, seat, by_id, seconds FROM in_order WHERE nth = (moves + 1) / 2
)
SELECT
    seat.table_id, seat.seat, seat.user_id, iif(seat.user_id IS NULL AND NOT resigned, ai, NULL),
    result.result ->> format('$.ranks[%d]', seat.seat),
    result.result ->> format('$.scores[%d].total', seat.seat),
    resigned,
    EXISTS (
        SELECT 1 FROM seat_history AS past
        WHERE past.table_id = seat.table_id AND past.seat = seat.seat
            AND past.user_id = seat.user_id AND how = 'substitute'
    ),
    max(seconds, 0)
FROM seat JOIN table_ ON table_.id = seat.table_id
JOIN result ON result.table_id = seat.table_id
LEFT JOIN medians ON medians.table_id = seat.table_id AND medians.seat = seat.seat
    AND by_id = seat.user_id
WHERE status = 'over' AND json_array_length(result.result, '$.ranks') > seat.seat;

UPDATE result SET
    people = (SELECT count(*) FROM placing WHERE table_id = result.table_id AND ai IS NULL),
    length = (
        SELECT unixepoch(result.at) - min(unixepoch(seat_history.at)) FROM seat_history
        WHERE table_id = result.table_id
    );
