-- Columns in the order of the key: the quick check of SQLite 3.40 takes others for missing values.
CREATE TABLE ordered_wish (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO ordered_wish SELECT guild_id, game, user_id FROM wish;
DROP TABLE wish;
ALTER TABLE ordered_wish RENAME TO wish;
