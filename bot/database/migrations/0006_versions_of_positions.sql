-- Which version of the rules wrote a position: a game may outlive the rules that it began with.

ALTER TABLE snapshot ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

UPDATE snapshot SET version = table_.version FROM table_ WHERE table_.id = snapshot.table_id;
