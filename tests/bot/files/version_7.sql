PRAGMA application_id = 1212504129;
PRAGMA user_version = 7;
BEGIN TRANSACTION;
CREATE TABLE action (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    ply INTEGER NOT NULL CHECK (ply > 0),
    seat INTEGER NOT NULL,
    notation TEXT NOT NULL,
    events TEXT NOT NULL CHECK (json_valid(events)),
    at TEXT NOT NULL,
    ai INTEGER NOT NULL CHECK (ai IN (0, 1)), ends_turn INTEGER NOT NULL DEFAULT 1 CHECK (ends_turn IN (0, 1)),
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "action" VALUES(1,1,0,'B50 C3 1m','[{"code":"telegraph.building_built","args":{"seat":0,"building":50,"hex":[2,-1],"free":false,"paid":{"metal":1},"board_used":{"water":1,"wood":1,"clay":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T01:49:42.603+00:00',0,0);
INSERT INTO "action" VALUES(1,2,0,'B59 A0 1b1m','[{"code":"telegraph.building_built","args":{"seat":0,"building":59,"hex":[0,0],"free":false,"paid":{"wood":1,"metal":1},"board_used":{"water":1,"wood":1},"surcharge":1,"founded":true,"joined":0}}]','2026-11-22T01:49:42.609+00:00',0,0);
INSERT INTO "action" VALUES(1,3,0,'S','[{"code":"telegraph.cards_drawn","args":{"seat":0,"count":1},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":1,"number":2}}]','2026-11-22T01:49:42.615+00:00',0,1);
INSERT INTO "action" VALUES(1,4,1,'B22 A6 1a1m','[{"code":"telegraph.building_built","args":{"seat":1,"building":22,"hex":[1,-1],"free":false,"paid":{"clay":1,"metal":1},"board_used":{"clay":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T01:49:42.617+00:00',0,0);
INSERT INTO "action" VALUES(1,5,1,'B41 B3 1m','[{"code":"telegraph.building_built","args":{"seat":1,"building":41,"hex":[1,2],"free":false,"paid":{"metal":1},"board_used":{"water":1},"surcharge":1,"founded":true,"joined":0}}]','2026-11-22T01:49:42.621+00:00',0,0);
INSERT INTO "action" VALUES(2,1,0,'B55 A6 1a','[{"code":"telegraph.building_built","args":{"seat":0,"building":55,"hex":[1,-1],"free":false,"paid":{"clay":1},"board_used":{"water":1,"wood":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T01:49:42.631+00:00',0,0);
INSERT INTO "action" VALUES(2,2,0,'B58 B1 1e','[{"code":"telegraph.building_built","args":{"seat":0,"building":58,"hex":[3,1],"free":false,"paid":{"water":1},"board_used":{"wood":1,"metal":1},"surcharge":1,"founded":true,"joined":0}}]','2026-11-22T01:49:42.635+00:00',0,0);
INSERT INTO "action" VALUES(2,3,0,'S','[{"code":"telegraph.cards_drawn","args":{"seat":0,"count":1},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":1,"number":2}}]','2026-11-22T01:49:42.638+00:00',0,1);
INSERT INTO "action" VALUES(2,4,1,'B41 A5','[{"code":"telegraph.building_built","args":{"seat":1,"building":41,"hex":[0,-1],"free":false,"paid":{},"board_used":{"water":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T01:49:42.640+00:00',0,0);
CREATE TABLE consent (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    revision INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE hand (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES person (user_id),
    channel_id INTEGER,
    message_id INTEGER,
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    nonce TEXT NOT NULL UNIQUE CHECK (length(nonce) <= 25),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at TEXT NOT NULL,
    refused TEXT
, seat INTEGER, rank INTEGER NOT NULL DEFAULT 0, tried_at TEXT, pause REAL NOT NULL DEFAULT 0) STRICT;
INSERT INTO "outbox" VALUES(11,1,'board','{"plies":[1,1],"revision":3,"mention":[]}','0aa4e92466db91f7287e',0,'2026-11-22T01:54:42.621+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(12,1,'hand','{"seat":0}','2f8972a2747307cac396',0,'2026-11-22T01:54:42.609+00:00',NULL,0,2,NULL,0.0);
INSERT INTO "outbox" VALUES(13,1,'board','{"plies":[2,2],"revision":4,"mention":[]}','8e3cfe0414326a2a41bd',0,'2026-11-22T01:54:42.621+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(14,1,'hand','{"seat":0}','74b1f8db700f45520ea2',0,'2026-11-22T01:54:42.609+00:00',NULL,0,2,NULL,0.0);
INSERT INTO "outbox" VALUES(15,1,'board','{"plies":[3,3],"revision":5,"mention":[200]}','91428e3cf0d20a0a8fc1',0,'2026-11-22T01:49:42.615+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(16,1,'hand','{"seat":0}','4ce9f5d1075552afdbf0',0,'2026-11-22T01:49:42.615+00:00',NULL,0,2,NULL,0.0);
INSERT INTO "outbox" VALUES(17,1,'board','{"plies":[4,4],"revision":6,"mention":[]}','8990d7d744ffaf294138',0,'2026-11-22T01:54:42.621+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(18,1,'hand','{"seat":1}','0504e853bb79c9753c7b',0,'2026-11-22T01:54:42.621+00:00',NULL,1,2,NULL,0.0);
INSERT INTO "outbox" VALUES(19,1,'board','{"plies":[5,5],"revision":7,"mention":[]}','d8a7e390d91c0755089e',0,'2026-11-22T01:54:42.621+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(20,1,'hand','{"seat":1}','c4d9627c7c74ad424157',0,'2026-11-22T01:54:42.621+00:00',NULL,1,2,NULL,0.0);
INSERT INTO "outbox" VALUES(21,2,'board','{"plies":[1,1],"revision":3,"mention":[]}','1b5e45ddfd7155b24c81',0,'2026-11-22T01:54:42.641+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(22,2,'hand','{"seat":0}','f612ed371fe915be4f4e',0,'2026-11-22T01:54:42.635+00:00',NULL,0,2,NULL,0.0);
INSERT INTO "outbox" VALUES(23,2,'board','{"plies":[2,2],"revision":4,"mention":[]}','7d3f8f0b175ae0aa3a23',0,'2026-11-22T01:54:42.641+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(24,2,'hand','{"seat":0}','7ec0e5fa7357cccb0559',0,'2026-11-22T01:54:42.635+00:00',NULL,0,2,NULL,0.0);
INSERT INTO "outbox" VALUES(25,2,'board','{"plies":[3,3],"revision":5,"mention":[200]}','b4271426e1aa6e84a0d7',0,'2026-11-22T01:49:42.639+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(26,2,'hand','{"seat":0}','372eb872ae1e2fc47c54',0,'2026-11-22T01:49:42.639+00:00',NULL,0,2,NULL,0.0);
INSERT INTO "outbox" VALUES(27,2,'board','{"plies":[4,4],"revision":6,"mention":[]}','3e6a6ad6ef835ac030e3',0,'2026-11-22T01:54:42.641+00:00',NULL,NULL,0,NULL,0.0);
CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    language TEXT
) STRICT;
INSERT INTO "person" VALUES(100,NULL);
INSERT INTO "person" VALUES(200,NULL);
CREATE TABLE result (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    result TEXT NOT NULL CHECK (json_valid(result)),
    at TEXT NOT NULL
) STRICT;
CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER REFERENCES person (user_id),
    name TEXT NOT NULL,
    ai TEXT,
    resigned INTEGER NOT NULL CHECK (resigned IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,100,'Maud',NULL,0);
INSERT INTO "seat" VALUES(1,1,200,'Bastien',NULL,0);
INSERT INTO "seat" VALUES(2,0,100,'Maud',NULL,0);
INSERT INTO "seat" VALUES(2,1,200,'Bastien',NULL,0);
CREATE TABLE snapshot (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    ply INTEGER NOT NULL,
    state TEXT NOT NULL
, began TEXT, version INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "snapshot" VALUES(1,5,'{"game":"telegraph","options":{},"rng":{"seed":1666909886167406007,"shuffles":0},"board":{"tiles":[{"tile":7,"at":[0,0],"rot":2},{"tile":15,"at":[2,1],"rot":4},{"tile":21,"at":[3,-2],"rot":4},{"tile":1,"at":[5,-1],"rot":5}],"cities":[{"id":"denver","at":[-1,2]},{"id":"omaha","at":[6,-3]}],"buildings":[{"hex":[2,-1],"seat":0,"building":50},{"hex":[0,0],"seat":0,"building":59},{"hex":[1,-1],"seat":1,"building":22},{"hex":[1,2],"seat":1,"building":41}]},"players":[{"stacks":[[70,55,70,41,22,31,52],[41,54,51,57,70,56,61],[21,63,41,58,53,22,70],[20,30,10,60,40]],"reserve":[11,62],"hand":{"water":0,"wood":1,"clay":1,"metal":0},"bonus":0},{"stacks":[[57,59,70,31,41,54,11],[51,21,55,22,63,52,70],[70,61,41,70,58,56,53],[50,10,30,40,60]],"reserve":[20,62],"hand":{"water":0,"wood":0,"clay":0,"metal":2},"bonus":0}],"deck":["water","wood","wood","water","clay","clay","wood","metal","wood","clay","clay","wood","wood","water","metal","clay","water","wood","water","water","metal","water","wood","clay","metal","water","wood","metal","water","wood","metal","clay","water","water","clay","water","water","wood","metal","clay","water","clay","metal","clay","wood","wood","clay","metal","metal","clay","clay","water","wood","wood","water","water","metal","clay","metal","wood","metal","clay","water","wood","water","clay","water","metal","wood","clay"],"discard":{"water":0,"wood":1,"clay":1,"metal":4},"region_stack":[19,20,18,16,6,2,8,4,3,10,11,12,14,9,17,13,22,5],"bonus_supply":15,"turn":{"seat":1,"number":2,"phase":"act","mode":"build","done":2,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}','{"game":"telegraph","options":{},"rng":{"seed":1666909886167406007,"shuffles":0},"board":{"tiles":[{"tile":7,"at":[0,0],"rot":2},{"tile":15,"at":[2,1],"rot":4},{"tile":21,"at":[3,-2],"rot":4},{"tile":1,"at":[5,-1],"rot":5}],"cities":[{"id":"denver","at":[-1,2]},{"id":"omaha","at":[6,-3]}],"buildings":[{"hex":[2,-1],"seat":0,"building":50},{"hex":[0,0],"seat":0,"building":59}]},"players":[{"stacks":[[70,55,70,41,22,31,52],[41,54,51,57,70,56,61],[21,63,41,58,53,22,70],[20,30,10,60,40]],"reserve":[11,62],"hand":{"water":0,"wood":1,"clay":1,"metal":0},"bonus":0},{"stacks":[[57,59,70,31,41,54,11],[51,21,55,22,63,52,70],[70,61,41,70,58,56,53],[50,10,30,40,60]],"reserve":[20,22,41,62],"hand":{"water":0,"wood":0,"clay":1,"metal":4},"bonus":0}],"deck":["water","wood","wood","water","clay","clay","wood","metal","wood","clay","clay","wood","wood","water","metal","clay","water","wood","water","water","metal","water","wood","clay","metal","water","wood","metal","water","wood","metal","clay","water","water","clay","water","water","wood","metal","clay","water","clay","metal","clay","wood","wood","clay","metal","metal","clay","clay","water","wood","wood","water","water","metal","clay","metal","wood","metal","clay","water","wood","water","clay","water","metal","wood","clay"],"discard":{"water":0,"wood":1,"clay":0,"metal":2},"region_stack":[19,20,18,16,6,2,8,4,3,10,11,12,14,9,17,13,22,5],"bonus_supply":15,"turn":{"seat":1,"number":2,"phase":"act","mode":null,"done":0,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}',1);
INSERT INTO "snapshot" VALUES(2,4,'{"game":"telegraph","options":{},"rng":{"seed":1859328532538457200,"shuffles":0},"board":{"tiles":[{"tile":13,"at":[0,0],"rot":4},{"tile":6,"at":[2,1],"rot":2},{"tile":11,"at":[3,-2],"rot":1},{"tile":16,"at":[5,-1],"rot":1}],"cities":[{"id":"denver","at":[-1,2]},{"id":"omaha","at":[6,-3]}],"buildings":[{"hex":[1,-1],"seat":0,"building":55},{"hex":[3,1],"seat":0,"building":58},{"hex":[0,-1],"seat":1,"building":41}]},"players":[{"stacks":[[22,52,61,11,63,51,31],[56,62,41,21,59,53,41],[70,70,22,57,54,41,70],[20,50,60,40,30]],"reserve":[10,70],"hand":{"water":1,"wood":1,"clay":0,"metal":1},"bonus":0},{"stacks":[[59,56,70,70,62,70,31],[21,63,53,51,55,41,11],[58,41,54,52,61,22,70],[20,40,30,10,60]],"reserve":[22,50,57],"hand":{"water":0,"wood":2,"clay":2,"metal":1},"bonus":0}],"deck":["water","wood","water","metal","water","wood","wood","water","clay","water","wood","water","metal","metal","clay","metal","clay","metal","wood","metal","wood","water","wood","metal","water","metal","metal","wood","metal","water","clay","clay","clay","water","water","water","water","metal","wood","wood","wood","clay","clay","metal","wood","wood","clay","clay","clay","metal","clay","wood","metal","metal","clay","clay","wood","wood","water","water","clay","wood","water","metal","water","water","clay","clay","metal","metal"],"discard":{"water":1,"wood":0,"clay":1,"metal":0},"region_stack":[18,8,14,9,7,17,1,22,10,2,21,12,20,15,4,3,5,19],"bonus_supply":15,"turn":{"seat":1,"number":2,"phase":"act","mode":"build","done":1,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}','{"game":"telegraph","options":{},"rng":{"seed":1859328532538457200,"shuffles":0},"board":{"tiles":[{"tile":13,"at":[0,0],"rot":4},{"tile":6,"at":[2,1],"rot":2},{"tile":11,"at":[3,-2],"rot":1},{"tile":16,"at":[5,-1],"rot":1}],"cities":[{"id":"denver","at":[-1,2]},{"id":"omaha","at":[6,-3]}],"buildings":[{"hex":[1,-1],"seat":0,"building":55},{"hex":[3,1],"seat":0,"building":58}]},"players":[{"stacks":[[22,52,61,11,63,51,31],[56,62,41,21,59,53,41],[70,70,22,57,54,41,70],[20,50,60,40,30]],"reserve":[10,70],"hand":{"water":1,"wood":1,"clay":0,"metal":1},"bonus":0},{"stacks":[[59,56,70,70,62,70,31],[21,63,53,51,55,41,11],[58,41,54,52,61,22,70],[20,40,30,10,60]],"reserve":[22,41,50,57],"hand":{"water":0,"wood":2,"clay":2,"metal":1},"bonus":0}],"deck":["water","wood","water","metal","water","wood","wood","water","clay","water","wood","water","metal","metal","clay","metal","clay","metal","wood","metal","wood","water","wood","metal","water","metal","metal","wood","metal","water","clay","clay","clay","water","water","water","water","metal","wood","wood","wood","clay","clay","metal","wood","wood","clay","clay","clay","metal","clay","wood","metal","metal","clay","clay","wood","wood","water","water","clay","wood","water","metal","water","water","clay","clay","metal","metal"],"discard":{"water":1,"wood":0,"clay":1,"metal":0},"region_stack":[18,8,14,9,7,17,1,22,10,2,21,12,20,15,4,3,5,19],"bonus_supply":15,"turn":{"seat":1,"number":2,"phase":"act","mode":null,"done":0,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}',1);
CREATE TABLE table_ (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    lobby_message_id INTEGER,
    home_id INTEGER,
    board_message_id INTEGER,
    in_thread INTEGER NOT NULL CHECK (in_thread IN (0, 1)),
    host_id INTEGER NOT NULL REFERENCES person (user_id),
    language TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'cancelled')),
    revision INTEGER NOT NULL,
    size INTEGER NOT NULL CHECK (size > 0),
    options TEXT NOT NULL CHECK (json_valid(options)),
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    changed_at TEXT NOT NULL
, number INTEGER NOT NULL DEFAULT 0, drawn INTEGER NOT NULL DEFAULT 1 CHECK (drawn IN (0, 1)), trouble TEXT NOT NULL DEFAULT '', stuck INTEGER NOT NULL DEFAULT 0 CHECK (stuck IN (0, 1))) STRICT;
INSERT INTO "table_" VALUES(1,'telegraph',1,1,10,NULL,NULL,NULL,1,100,'en','live',7,2,'{}','b6df8eef4486d0c7e2293e1f81ff270a','eecae35f8a4a8198f6ce9e3b543282ff','635e9356b0fa22095bf6aa5c8234694da34bd9b031a065a249cebd1b2b039275','2026-11-22T01:49:42.530+00:00','2026-11-22T01:49:42.621+00:00',1,0,'',0);
INSERT INTO "table_" VALUES(2,'telegraph',1,1,11,NULL,NULL,NULL,1,100,'en','live',6,2,'{}','cd421683742f72ce7daa517c2cc0199e','8df7f4153550bbf55facbafb2e2ece79','b78053fdcb3b3532d0c35c7f23fb4803640b5f618092682b75b870d1f0d0324e','2026-11-22T01:49:42.535+00:00','2026-11-22T01:49:42.641+00:00',2,0,'',0);
CREATE TABLE undo (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    first_ply INTEGER NOT NULL CHECK (first_ply > 0),
    last_ply INTEGER NOT NULL CHECK (last_ply >= first_ply),
    seat INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, first_ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_of_a_guild ON table_ (guild_id, status);
CREATE INDEX table_at_home ON table_ (home_id) WHERE home_id IS NOT NULL;
CREATE UNIQUE INDEX one_table_a_channel ON table_ (channel_id)
    WHERE NOT in_thread AND status IN ('lobby', 'live');
CREATE TRIGGER revision_never_goes_back BEFORE UPDATE OF revision ON table_
    WHEN new.revision < old.revision
BEGIN
    SELECT raise(ABORT, 'the revision never goes back');
END;
CREATE UNIQUE INDEX one_seat_a_person ON seat (user_id, table_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER actions_stay_as_they_were BEFORE UPDATE ON action
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;
CREATE TRIGGER actions_stay BEFORE DELETE ON action
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;
CREATE INDEX waiting ON outbox (table_id, id) WHERE refused IS NULL;
CREATE TRIGGER undoing_is_not_undone BEFORE UPDATE ON undo
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;
CREATE TRIGGER undoing_stays BEFORE DELETE ON undo
BEGIN
    SELECT raise(ABORT, 'the log is append-only');
END;
CREATE INDEX due ON outbox (due_at) WHERE refused IS NULL;
CREATE UNIQUE INDEX number_in_a_guild ON table_ (guild_id, number);
CREATE INDEX line ON outbox (rank, due_at) WHERE refused IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('table_',2);
INSERT INTO "sqlite_sequence" VALUES('outbox',27);
COMMIT;
