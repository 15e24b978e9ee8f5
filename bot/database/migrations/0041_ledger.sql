-- How a result came about: the turns of a seat that stand, and those of them that its person made
-- themselves. A result counts as a person's where these are at least half, and where anybody has
-- moved before the game was given up. The ratings are computed anew, a few games at a time.
ALTER TABLE placing ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE placing ADD COLUMN own INTEGER NOT NULL DEFAULT 0;
ALTER TABLE placing ADD COLUMN counts INTEGER NOT NULL DEFAULT 0 CHECK (counts IN (0, 1));

CREATE TEMP TABLE made AS
    SELECT table_id, seat, by_id, count(*) AS turns, sum(NOT ai AND via IS NULL) AS own
    FROM action
    WHERE table_id IN (SELECT table_id FROM result) AND ends_turn AND NOT EXISTS (
        SELECT 1 FROM undo
        WHERE undo.table_id = action.table_id AND ply BETWEEN first_ply AND last_ply
    )
    GROUP BY table_id, seat, by_id;
CREATE INDEX temp.made_at ON made (table_id, seat);

UPDATE placing SET
    turns = (
        SELECT coalesce(sum(made.turns), 0) FROM made
        WHERE made.table_id = placing.table_id AND made.seat = placing.seat
    ),
    own = (
        SELECT coalesce(sum(made.own), 0) FROM made
        WHERE made.table_id = placing.table_id AND made.seat = placing.seat
            AND by_id = placing.user_id
    );
UPDATE placing SET counts = 1
    WHERE user_id IS NOT NULL AND own * 2 >= turns AND (
        table_id IN (SELECT table_id FROM made) OR table_id IN (
            SELECT table_id FROM result
            WHERE coalesce(result ->> 'reason', '') NOT LIKE 'table.%'
        )
    );
DROP TABLE made;

UPDATE result SET people = people - (
    SELECT count(*) FROM placing
    WHERE placing.table_id = result.table_id AND user_id IS NOT NULL AND NOT counts
);
DELETE FROM rating;
DELETE FROM ai_rating;
UPDATE result SET rated = 0
    WHERE table_id IN (SELECT id FROM table_ WHERE purpose = 'game');
