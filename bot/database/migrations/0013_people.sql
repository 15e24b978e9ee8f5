-- What a person has chosen (language, hours, reminders, until when they are away), as JSON.
ALTER TABLE person ADD COLUMN habits TEXT CHECK (habits IS NULL OR json_valid(habits));

-- Whom somebody does not want to play with, by the name they had then.
CREATE TABLE block (
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    blocked_id INTEGER NOT NULL REFERENCES person (user_id),
    name TEXT NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocked_by ON block (blocked_id);

-- Who wants to hear when a table of a game opens in a server, and where they asked.
CREATE TABLE wish (
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;
