-- A league knows its people by the names that its running tables know.
CREATE TRIGGER league_follows_a_name AFTER UPDATE OF name ON seat
    WHEN new.user_id IS old.user_id AND new.user_id IS NOT NULL AND new.name <> old.name
BEGIN
    UPDATE league_entrant SET name = new.name WHERE user_id = new.user_id
        AND league_id IN (SELECT league_id FROM league_seat WHERE table_id = new.table_id);
    UPDATE league SET revision = revision + 1
        WHERE id IN (SELECT league_id FROM league_seat WHERE table_id = new.table_id);
END;
