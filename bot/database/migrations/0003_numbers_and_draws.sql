-- Tables are numbered by server, and who begins is drawn unless the host says otherwise.

-- What people read and type; the first table of every server is 1. Buttons keep the id.
ALTER TABLE table_ ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

UPDATE table_ SET number = counted.number FROM (
    SELECT id, row_number() OVER (PARTITION BY guild_id ORDER BY id) AS number FROM table_
) AS counted WHERE counted.id = table_.id;

CREATE UNIQUE INDEX number_in_a_guild ON table_ (guild_id, number);

-- Whether the seats are drawn at the start; games begun so far were played as people had joined.
ALTER TABLE table_ ADD COLUMN drawn INTEGER NOT NULL DEFAULT 1 CHECK (drawn IN (0, 1));

UPDATE table_ SET drawn = 0 WHERE status <> 'lobby';
