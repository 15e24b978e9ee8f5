-- A game that nobody comes to any more sleeps: out of all lists, until somebody wakes it up.
ALTER TABLE table_ ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0 CHECK (asleep IN (0, 1));

INSERT INTO due (table_id, kind, subject, payload, at, try_at)
    SELECT id, 'idle', '', '{}', at, at
    FROM (
        SELECT id, strftime(
            '%Y-%m-%dT%H:%M:%f+00:00', coalesce(resumes_at, changed_at), '+60 days'
        ) AS at
        FROM table_ WHERE status = 'live'
    );
