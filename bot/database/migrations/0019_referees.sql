-- The role of a server whose members are the referees of its tables.
CREATE TABLE referee (
    guild_id INTEGER PRIMARY KEY,
    role_id INTEGER NOT NULL
) STRICT;
