-- A message may mention several people: it has a row for each of them, so that whoever is erased
-- can be taken out of it. The columns stand in the order of the key.
CREATE TABLE ping_of_person (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    message_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (table_id, message_id, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO ping_of_person (table_id, message_id, user_id, channel_id, kind)
SELECT table_id, message_id, user_id, channel_id, kind FROM ping;

-- Of the spectators whom a message calls, only the first was noted.
INSERT OR IGNORE INTO ping_of_person (table_id, message_id, user_id, channel_id, kind)
SELECT ping.table_id, message_id, watch.user_id, channel_id, kind
FROM ping JOIN watch ON watch.table_id = ping.table_id
WHERE kind GLOB 'watch:*' AND calls = 'round';

DROP TABLE ping;
ALTER TABLE ping_of_person RENAME TO ping;
CREATE INDEX pings_of_a_person ON ping (user_id);
