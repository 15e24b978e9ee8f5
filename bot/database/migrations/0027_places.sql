-- The thread that a table was moved out of, which its next board tries again; 0 for one that is gone.
ALTER TABLE table_ ADD COLUMN thread_id INTEGER;
-- Whether a delivery that no place takes waits to be tried again.
ALTER TABLE outbox ADD COLUMN aside INTEGER NOT NULL DEFAULT 0 CHECK (aside IN (0, 1));
