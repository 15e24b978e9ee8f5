-- The settings of a server, as JSON. The role of its referees is one of them.
CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL CHECK (json_valid(settings))
) STRICT;

INSERT INTO server (guild_id, settings)
    SELECT guild_id, json_object('referees', role_id) FROM referee;
DROP TABLE referee;
