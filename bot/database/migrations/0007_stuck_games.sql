-- Whether the people at a table know that it cannot go on by the rules of today.
ALTER TABLE table_ ADD COLUMN stuck INTEGER NOT NULL DEFAULT 0 CHECK (stuck IN (0, 1));
