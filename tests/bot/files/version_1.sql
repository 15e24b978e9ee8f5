PRAGMA application_id = 1212504129;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE action (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    ply INTEGER NOT NULL CHECK (ply > 0),
    seat INTEGER NOT NULL,
    notation TEXT NOT NULL,
    events TEXT NOT NULL CHECK (json_valid(events)),
    at TEXT NOT NULL,
    ai INTEGER NOT NULL CHECK (ai IN (0, 1)),
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "action" VALUES(1,1,0,'T1 -2,0 r0','[{"code":"akropolis.tile_taken","args":{"seat":0,"tile":1,"line":0,"price":0}},{"code":"akropolis.tile_placed","args":{"seat":0,"tile":1,"at":[-2,0],"rot":0,"level":1,"cells":[[-2,0],[-1,0],[-2,1]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":0,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1},"after":{"districts":{"houses":{"value":0,"stars":2,"points":0},"markets":{"value":1,"stars":0,"points":0},"barracks":{"value":1,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1}}}]','2026-11-21T15:31:41.808+00:00',0);
INSERT INTO "action" VALUES(1,2,1,'T2 -2,1 r2','[{"code":"akropolis.tile_taken","args":{"seat":1,"tile":10,"line":1,"price":1}},{"code":"akropolis.stones_paid","args":{"seat":1,"amount":1,"to":"supply"}},{"code":"akropolis.tile_placed","args":{"seat":1,"tile":10,"at":[-2,1],"rot":2,"level":1,"cells":[[-2,1],[-3,2],[-3,1]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":1,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":2,"total":2},"after":{"districts":{"houses":{"value":1,"stars":1,"points":1},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":2,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":2}}}]','2026-11-21T15:31:41.810+00:00',0);
INSERT INTO "action" VALUES(1,3,0,'T1 -1,1 r3','[{"code":"akropolis.tile_taken","args":{"seat":0,"tile":19,"line":0,"price":0}},{"code":"akropolis.tile_placed","args":{"seat":0,"tile":19,"at":[-1,1],"rot":3,"level":2,"cells":[[-1,1],[-2,1],[-1,0]],"covered":[{"cell":[-1,1],"hex":{"type":"quarry"}},{"cell":[-2,1],"hex":{"type":"district","colour":"barracks"}},{"cell":[-1,0],"hex":{"type":"district","colour":"markets"}}]}},{"code":"akropolis.stones_gained","args":{"seat":0,"amount":1,"cells":[[-1,1]]}},{"code":"akropolis.score_changed","args":{"seat":0,"before":{"districts":{"houses":{"value":0,"stars":2,"points":0},"markets":{"value":1,"stars":0,"points":0},"barracks":{"value":1,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1},"after":{"districts":{"houses":{"value":2,"stars":2,"points":4},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":3,"points":0}},"stones":2,"total":6}}},{"code":"akropolis.line_refilled","args":{"kept":15,"tiles":[26,18,20],"stacks":10}},{"code":"akropolis.chief_moved","args":{"seat":1}}]','2026-11-21T15:31:41.812+00:00',0);
INSERT INTO "action" VALUES(1,4,1,'T2 -3,3 r5','[{"code":"akropolis.tile_taken","args":{"seat":1,"tile":26,"line":1,"price":1}},{"code":"akropolis.stones_paid","args":{"seat":1,"amount":1,"to":"supply"}},{"code":"akropolis.tile_placed","args":{"seat":1,"tile":26,"at":[-3,3],"rot":5,"level":1,"cells":[[-3,3],[-2,2],[-2,3]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":1,"before":{"districts":{"houses":{"value":1,"stars":1,"points":1},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":2,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":2},"after":{"districts":{"houses":{"value":2,"stars":1,"points":2},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":1,"stars":2,"points":2},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":1,"stars":0,"points":0}},"stones":0,"total":4}}}]','2026-11-21T15:31:41.815+00:00',0);
INSERT INTO "action" VALUES(1,5,0,'T2 0,-2 r2','[{"code":"akropolis.tile_taken","args":{"seat":0,"tile":18,"line":1,"price":1}},{"code":"akropolis.stones_paid","args":{"seat":0,"amount":1,"to":"supply"}},{"code":"akropolis.tile_placed","args":{"seat":0,"tile":18,"at":[0,-2],"rot":2,"level":1,"cells":[[0,-2],[-1,-1],[-1,-2]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":0,"before":{"districts":{"houses":{"value":2,"stars":2,"points":4},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":3,"points":0}},"stones":2,"total":6},"after":{"districts":{"houses":{"value":3,"stars":2,"points":6},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":6,"points":0}},"stones":1,"total":7}}}]','2026-11-21T15:31:41.817+00:00',0);
INSERT INTO "action" VALUES(2,1,0,'T1 -2,0 r0','[{"code":"akropolis.tile_taken","args":{"seat":0,"tile":15,"line":0,"price":0}},{"code":"akropolis.tile_placed","args":{"seat":0,"tile":15,"at":[-2,0],"rot":0,"level":1,"cells":[[-2,0],[-1,0],[-2,1]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":0,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1},"after":{"districts":{"houses":{"value":1,"stars":1,"points":1},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":2,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":2}}}]','2026-11-21T15:31:41.828+00:00',0);
INSERT INTO "action" VALUES(2,2,1,'T2 -2,1 r2','[{"code":"akropolis.tile_taken","args":{"seat":1,"tile":14,"line":1,"price":1}},{"code":"akropolis.stones_paid","args":{"seat":1,"amount":1,"to":"supply"}},{"code":"akropolis.tile_placed","args":{"seat":1,"tile":14,"at":[-2,1],"rot":2,"level":1,"cells":[[-2,1],[-3,2],[-3,1]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":1,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":2,"total":2},"after":{"districts":{"houses":{"value":1,"stars":1,"points":1},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":1,"stars":0,"points":0},"temples":{"value":0,"stars":2,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":2}}}]','2026-11-21T15:31:41.831+00:00',0);
INSERT INTO "action" VALUES(4,1,0,'T1 -2,0 r0','[{"code":"akropolis.tile_taken","args":{"seat":0,"tile":19,"line":0,"price":0}},{"code":"akropolis.tile_placed","args":{"seat":0,"tile":19,"at":[-2,0],"rot":0,"level":1,"cells":[[-2,0],[-1,0],[-2,1]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":0,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1},"after":{"districts":{"houses":{"value":1,"stars":1,"points":1},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":3,"points":0}},"stones":1,"total":2}}}]','2026-11-21T15:31:41.859+00:00',0);
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
) STRICT;
INSERT INTO "outbox" VALUES(3,1,'lobby','{"revision":2}','bb593269053b81ad5742',1,'2026-11-21T15:31:41.805+00:00',NULL);
INSERT INTO "outbox" VALUES(4,1,'board','{"plies":[1,1],"revision":3,"mention":[200]}','1755e0c1294f0f0ce327',0,'2026-11-21T15:31:41.808+00:00',NULL);
INSERT INTO "outbox" VALUES(5,1,'board','{"plies":[2,2],"revision":4,"mention":[100]}','3e17554858bdc7c94417',0,'2026-11-21T15:31:41.810+00:00',NULL);
INSERT INTO "outbox" VALUES(6,1,'board','{"plies":[3,3],"revision":5,"mention":[200]}','6ad5488c6037f7fff4e9',0,'2026-11-21T15:31:41.813+00:00',NULL);
INSERT INTO "outbox" VALUES(7,1,'board','{"plies":[4,4],"revision":6,"mention":[100]}','6f7ffd09251f2b4f5d81',0,'2026-11-21T15:31:41.815+00:00',NULL);
INSERT INTO "outbox" VALUES(8,1,'board','{"plies":[5,5],"revision":7,"mention":[200]}','ac353d134cfb2fffd539',0,'2026-11-21T15:31:41.817+00:00',NULL);
INSERT INTO "outbox" VALUES(9,2,'lobby','{"revision":1}','6e16d0cab25a4b42aa4c',0,'2026-11-21T15:31:41.824+00:00',NULL);
INSERT INTO "outbox" VALUES(10,2,'lobby','{"revision":2}','835a74e63b08467c6470',0,'2026-11-21T15:31:41.825+00:00',NULL);
INSERT INTO "outbox" VALUES(11,2,'open','{"plies":[1,0],"revision":3,"mention":[100]}','24c54a729ba56b914022',0,'2026-11-21T15:31:41.826+00:00',NULL);
INSERT INTO "outbox" VALUES(12,2,'lobby','{"revision":3}','75c05cd73329e096d291',0,'2026-11-21T15:31:41.826+00:00',NULL);
INSERT INTO "outbox" VALUES(13,2,'board','{"plies":[1,1],"revision":4,"mention":[200]}','43c6668e0c35d54cdf73',0,'2026-11-21T15:31:41.829+00:00',NULL);
INSERT INTO "outbox" VALUES(14,2,'board','{"plies":[2,2],"revision":5,"mention":[300]}','7e01aec62d503123399e',0,'2026-11-21T15:31:41.831+00:00',NULL);
INSERT INTO "outbox" VALUES(15,2,'notice','{"code":"table.notice_stand_in","args":{"name":"Inès"}}','67e5c55090651b0c8701',0,'2026-11-21T15:31:41.832+00:00',NULL);
INSERT INTO "outbox" VALUES(16,4,'lobby','{"revision":1}','7273ad3c478da03e47b4',0,'2026-11-21T15:31:41.856+00:00',NULL);
INSERT INTO "outbox" VALUES(17,4,'open','{"plies":[1,0],"revision":2,"mention":[100]}','22262a6967142d6b4bd5',0,'2026-11-21T15:31:41.857+00:00',NULL);
INSERT INTO "outbox" VALUES(18,4,'lobby','{"revision":2}','53db2533fd1aa76d4d0e',0,'2026-11-21T15:31:41.857+00:00',NULL);
INSERT INTO "outbox" VALUES(19,4,'board','{"plies":[1,1],"revision":3,"mention":[200]}','50c713f1b9463bf79077',0,'2026-11-21T15:31:41.859+00:00',NULL);
INSERT INTO "outbox" VALUES(20,4,'notice','{"code":"table.notice_resigned","args":{"name":"Maud"}}','13942f35b11cde4542c3',0,'2026-11-21T15:31:41.860+00:00',NULL);
INSERT INTO "outbox" VALUES(21,4,'over','{"plies":[2,1],"revision":4,"mention":[]}','88bed837861c614fcf94',0,'2026-11-21T15:31:41.860+00:00',NULL);
CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    language TEXT
) STRICT;
INSERT INTO "person" VALUES(100,NULL);
INSERT INTO "person" VALUES(200,NULL);
INSERT INTO "person" VALUES(300,NULL);
CREATE TABLE result (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    result TEXT NOT NULL CHECK (json_valid(result)),
    at TEXT NOT NULL
) STRICT;
INSERT INTO "result" VALUES(4,'{"ranks":[2,1],"winners":[1],"scores":[{"total":2,"parts":{"houses":1,"markets":0,"barracks":0,"temples":0,"gardens":0,"stones":1}},{"total":2,"parts":{"houses":0,"markets":0,"barracks":0,"temples":0,"gardens":0,"stones":2}}],"reason":"table.end_resigned","details":{}}','2026-11-21T15:31:41.860+00:00');
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
INSERT INTO "seat" VALUES(2,2,300,'Inès','greedy',1);
INSERT INTO "seat" VALUES(3,0,100,'Maud',NULL,0);
INSERT INTO "seat" VALUES(3,1,NULL,'Hippodamos (AI)','greedy',0);
INSERT INTO "seat" VALUES(4,0,100,'Maud','greedy',1);
INSERT INTO "seat" VALUES(4,1,200,'Bastien',NULL,0);
CREATE TABLE snapshot (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    ply INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;
INSERT INTO "snapshot" VALUES(1,5,'{"game":"akropolis","version":1,"options":{"length":"standard","variants":["gardens"],"solo":null},"seats":2,"over":false,"turn":5,"round":2,"chief":1,"current":1,"line":[15,20],"stacks":[[32,13,24],[6,28,33],[23,3,25],[5,21,29],[16,22,9],[14,31,8],[11,4,36],[2,34,17],[12,35,27],[7,37,30]],"cities":[{"stones":1,"tiles":[{"tile":1,"at":[-2,0],"rot":0,"level":1},{"tile":19,"at":[-1,1],"rot":3,"level":2},{"tile":18,"at":[0,-2],"rot":2,"level":1}]},{"stones":0,"tiles":[{"tile":10,"at":[-2,1],"rot":2,"level":1},{"tile":26,"at":[-3,3],"rot":5,"level":1}]}],"architect":null}');
INSERT INTO "snapshot" VALUES(2,2,'{"game":"akropolis","version":1,"options":{"length":"standard","variants":[],"solo":null},"seats":3,"over":false,"turn":2,"round":1,"chief":0,"current":2,"line":[39,42,25],"stacks":[[48,22,38,12],[33,7,10,40],[6,36,29,28],[30,45,32,49],[9,43,20,4],[26,1,13,16],[18,47,21,2],[23,46,5,17],[3,37,11,41],[19,24,35,8],[44,27,34,31]],"cities":[{"stones":1,"tiles":[{"tile":15,"at":[-2,0],"rot":0,"level":1}]},{"stones":1,"tiles":[{"tile":14,"at":[-2,1],"rot":2,"level":1}]},{"stones":3,"tiles":[]}],"architect":null}');
INSERT INTO "snapshot" VALUES(4,1,'{"game":"akropolis","version":1,"options":{"length":"standard","variants":[],"solo":null},"seats":2,"over":false,"turn":1,"round":1,"chief":0,"current":1,"line":[17,22,29],"stacks":[[9,2,13],[33,11,20],[18,36,31],[35,24,23],[25,30,3],[16,14,5],[26,6,12],[37,1,28],[10,21,15],[4,34,8],[7,27,32]],"cities":[{"stones":1,"tiles":[{"tile":19,"at":[-2,0],"rot":0,"level":1}]},{"stones":2,"tiles":[]}],"architect":null}');
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
) STRICT;
INSERT INTO "table_" VALUES(1,'akropolis',1,1,10,50,50,51,1,100,'en','live',7,2,'{"length":"standard","variants":["gardens"]}','f5733f2483adae73e6537f31fa5768a2','f152c94529285cd550d5201bf3c836c4','0c98bc3e11470c433d287b894f9740ee7623874bc42830b8d2e422f17ad3263b','2026-11-21T15:31:41.797+00:00','2026-11-21T15:31:41.817+00:00');
INSERT INTO "table_" VALUES(2,'akropolis',1,1,10,NULL,NULL,NULL,1,100,'fr','live',6,3,'{"length":"standard","variants":[]}','95799af1f167d5026d1bde0af75aeab0','c73a0cd46b7a6a6e36793f8b1800a0cf','06734a9a76ff53ab1382c231a13c8bd457a3b217a4a88ff067716d1bc23ab34f','2026-11-21T15:31:41.823+00:00','2026-11-21T15:31:41.832+00:00');
INSERT INTO "table_" VALUES(3,'akropolis',1,1,10,NULL,NULL,NULL,1,100,'en','lobby',0,4,'{"variants":[]}','1dec332b07f482327130206072680cd4','94551d74a0a7e58f7d20bbd4fd9c7ee6','a5ac2ce6e99073cddfa9899aac5074ab13636cb4fbc6ed614d892bfb07fec005','2026-11-21T15:31:41.833+00:00','2026-11-21T15:31:41.851+00:00');
INSERT INTO "table_" VALUES(4,'akropolis',1,1,10,NULL,NULL,NULL,1,100,'en','over',4,2,'{"length":"standard","variants":[]}','2004d590a6e1d96061520f39751521ea','4bff554088b0bdd3c7c4ed7c3575d2d8','aaa43ed837d39f2b49b64f1ad6280f5e1261ed0f0120f87cd7bfa5c58b345f10','2026-11-21T15:31:41.855+00:00','2026-11-21T15:31:41.860+00:00');
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
INSERT INTO "sqlite_sequence" VALUES('table_',4);
INSERT INTO "sqlite_sequence" VALUES('outbox',21);
COMMIT;
