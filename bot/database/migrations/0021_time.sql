-- The clock of a seat at a table that has agreed on a pace, as JSON; NULL before its first turn.
ALTER TABLE seat ADD COLUMN time TEXT CHECK (time IS NULL OR json_valid(time));
