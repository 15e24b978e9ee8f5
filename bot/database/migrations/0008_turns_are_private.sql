-- A turn is told when it ends, and then the whole of it: what waits of turns under way is not needed.
DELETE FROM outbox
WHERE kind = 'board' AND attempts = 0 AND refused IS NULL
    AND table_id IN (SELECT id FROM table_ WHERE status = 'live')
    AND json_extract(payload, '$.plies[0]') > (
        SELECT coalesce(max(ply), 0) FROM action
        WHERE action.table_id = outbox.table_id AND ends_turn
    );
