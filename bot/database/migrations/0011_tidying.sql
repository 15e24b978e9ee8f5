-- Whether the host of a lobby was called to start it, and whether a finished table's thread was put away.
ALTER TABLE table_ ADD COLUMN host_called INTEGER NOT NULL DEFAULT 0 CHECK (host_called IN (0, 1));
ALTER TABLE table_ ADD COLUMN put_away INTEGER NOT NULL DEFAULT 0 CHECK (put_away IN (0, 1));
CREATE INDEX lying_around ON table_ (changed_at)
    WHERE in_thread AND NOT put_away AND status IN ('over', 'cancelled');
