-- What the people of a table have agreed on beside the game. Tables of before decide by all votes.
ALTER TABLE table_ ADD COLUMN terms TEXT NOT NULL DEFAULT '{"votes":"all"}' CHECK (json_valid(terms));
