-- The next season of a league: it has one at most, and its post names the people of the last.
ALTER TABLE league ADD COLUMN season_of INTEGER REFERENCES league (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX one_next_season ON league (season_of) WHERE season_of IS NOT NULL;

DROP TRIGGER league_forgets_a_name;
CREATE TRIGGER league_forgets_a_name AFTER UPDATE OF user_id ON league_entrant
    WHEN new.user_id IS NULL AND old.user_id IS NOT NULL
BEGIN
    UPDATE league SET revision = revision + 1 WHERE new.league_id IN (id, season_of);
    INSERT OR REPLACE INTO due (kind, subject, payload, at, try_at)
        SELECT 'league', new.league_id, '{}', long_ago, long_ago
        FROM (SELECT '2000-01-01T00:00:00.000+00:00' AS long_ago);
END;
