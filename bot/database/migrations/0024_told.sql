-- Beside what calls somebody there are lines that tell the others of them: they have their buttons
-- as long as the turn lasts, and take no other message's place.
CREATE TABLE ping_of_before AS SELECT * FROM ping;
DROP TABLE ping;
CREATE TABLE ping (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (table_id, message_id)
) STRICT, WITHOUT ROWID;
INSERT INTO ping (table_id, user_id, channel_id, message_id, kind)
SELECT table_id, user_id, channel_id, message_id, kind FROM ping_of_before;
DROP TABLE ping_of_before;

-- Who was told of a lobby that they wait for: that is done once.
CREATE TABLE told (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX told_of ON told (user_id);
