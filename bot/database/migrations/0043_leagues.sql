-- Leagues: who takes part, and who sits where in each round. A board without a table is a bye.
CREATE TABLE league (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER REFERENCES person (user_id),
    game TEXT NOT NULL,
    terms TEXT NOT NULL CHECK (json_valid(terms)),
    stage TEXT NOT NULL CHECK (stage IN ('open', 'running', 'over', 'cancelled')),
    round INTEGER NOT NULL DEFAULT 0,
    rounds INTEGER NOT NULL DEFAULT 0,
    round_ends TEXT,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1,
    -- What its post in the channel shows, and the round that this post is about.
    shown INTEGER NOT NULL DEFAULT 0,
    post_round INTEGER,
    message_id INTEGER
) STRICT;

CREATE UNIQUE INDEX league_number_in_a_guild ON league (guild_id, number);
CREATE INDEX leagues_to_show ON league (id) WHERE shown < revision;

CREATE TABLE league_entrant (
    league_id INTEGER NOT NULL REFERENCES league (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    user_id INTEGER REFERENCES person (user_id),
    name TEXT NOT NULL,
    ai TEXT,
    has_left INTEGER NOT NULL DEFAULT 0 CHECK (has_left IN (0, 1)),
    rating INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (league_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX once_in_a_league ON league_entrant (user_id, league_id)
    WHERE user_id IS NOT NULL;

CREATE TABLE league_seat (
    league_id INTEGER NOT NULL REFERENCES league (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    -- NULL for an AI that fills the table.
    entrant INTEGER,
    table_id INTEGER REFERENCES table_ (id),
    points INTEGER,
    score INTEGER,
    PRIMARY KEY (league_id, round, board, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX league_of_a_table ON league_seat (table_id) WHERE table_id IS NOT NULL;

-- The end of a table calls its league, in the same transaction.
CREATE TRIGGER league_hears_of_the_end AFTER UPDATE OF status ON table_
    WHEN new.status IN ('over', 'cancelled') AND new.status <> old.status
BEGIN
    INSERT OR REPLACE INTO due (kind, subject, payload, at, try_at)
        SELECT 'league', league_id, '{}', new.changed_at, new.changed_at
        FROM league_seat WHERE table_id = new.id LIMIT 1;
END;

-- The post of a league links to its tables and names people; it is due at once where one is erased.
CREATE TRIGGER league_links_to_the_home AFTER UPDATE OF home_id ON table_
    WHEN new.home_id IS NOT old.home_id
BEGIN
    UPDATE league SET revision = revision + 1
        WHERE id = (SELECT league_id FROM league_seat WHERE table_id = new.id LIMIT 1);
END;

CREATE TRIGGER league_forgets_a_name AFTER UPDATE OF user_id ON league_entrant
    WHEN new.user_id IS NULL AND old.user_id IS NOT NULL
BEGIN
    UPDATE league SET revision = revision + 1 WHERE id = new.league_id;
    INSERT OR REPLACE INTO due (kind, subject, payload, at, try_at)
        SELECT 'league', new.league_id, '{}', long_ago, long_ago
        FROM (SELECT '2000-01-01T00:00:00.000+00:00' AS long_ago);
END;
