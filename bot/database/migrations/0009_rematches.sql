-- Which table a lobby wants to play once more.
ALTER TABLE table_ ADD COLUMN rematch_of INTEGER REFERENCES table_ (id);
CREATE INDEX rematch ON table_ (rematch_of) WHERE rematch_of IS NOT NULL;
