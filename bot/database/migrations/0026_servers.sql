-- Servers that have removed the bot, and since when: some time later their records are deleted.
CREATE TABLE left_server (
    guild_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL
) STRICT;

-- The tables that are being deleted with all of their rows: within one transaction only.
CREATE TABLE removal (
    table_id INTEGER PRIMARY KEY
) STRICT;

DROP TRIGGER actions_stay;
CREATE TRIGGER actions_stay BEFORE DELETE ON action
    WHEN old.table_id NOT IN (SELECT table_id FROM removal)
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;

DROP TRIGGER undoing_stays;
CREATE TRIGGER undoing_stays BEFORE DELETE ON undo
    WHEN old.table_id NOT IN (SELECT table_id FROM removal)
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;
