PRAGMA application_id = 1212504129;
PRAGMA user_version = 8;
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
INSERT INTO "action" VALUES(1,1,0,'T2 2,1 r2','[{"code":"akropolis.tile_taken","args":{"seat":0,"tile":10,"line":1,"price":1}},{"code":"akropolis.stones_paid","args":{"seat":0,"amount":1,"to":"supply"}},{"code":"akropolis.tile_placed","args":{"seat":0,"tile":10,"at":[2,1],"rot":2,"level":1,"cells":[[2,1],[1,2],[1,1]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":0,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1},"after":{"districts":{"houses":{"value":1,"stars":1,"points":1},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":2,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":0,"total":1}}}]','2026-11-22T03:47:44.488+00:00',0,1);
INSERT INTO "action" VALUES(1,2,1,'T2 0,-3 r1','[{"code":"akropolis.tile_taken","args":{"seat":1,"tile":35,"line":1,"price":1}},{"code":"akropolis.stones_paid","args":{"seat":1,"amount":1,"to":"supply"}},{"code":"akropolis.tile_placed","args":{"seat":1,"tile":35,"at":[0,-3],"rot":1,"level":1,"cells":[[0,-3],[0,-2],[-1,-2]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":1,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":2,"total":2},"after":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":1,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1}}}]','2026-11-22T03:47:44.491+00:00',0,1);
INSERT INTO "action" VALUES(1,3,0,'T1 1,3 r0','[{"code":"akropolis.tile_taken","args":{"seat":0,"tile":4,"line":0,"price":0}},{"code":"akropolis.tile_placed","args":{"seat":0,"tile":4,"at":[1,3],"rot":0,"level":1,"cells":[[1,3],[2,3],[1,4]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":0,"before":{"districts":{"houses":{"value":1,"stars":1,"points":1},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":2,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":0,"total":1},"after":{"districts":{"houses":{"value":1,"stars":2,"points":2},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":0,"stars":2,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":0,"total":2}}},{"code":"akropolis.line_refilled","args":{"kept":2,"tiles":[23,19,21],"stacks":10},"reveals":true},{"code":"akropolis.chief_moved","args":{"seat":1}}]','2026-11-22T03:47:44.493+00:00',0,1);
INSERT INTO "action" VALUES(1,4,1,'T1 -2,-3 r0','[{"code":"akropolis.tile_taken","args":{"seat":1,"tile":2,"line":0,"price":0}},{"code":"akropolis.tile_placed","args":{"seat":1,"tile":2,"at":[-2,-3],"rot":0,"level":1,"cells":[[-2,-3],[-1,-3],[-2,-2]],"covered":[]}},{"code":"akropolis.score_changed","args":{"seat":1,"before":{"districts":{"houses":{"value":0,"stars":1,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":1,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":0,"stars":0,"points":0}},"stones":1,"total":1},"after":{"districts":{"houses":{"value":0,"stars":2,"points":0},"markets":{"value":0,"stars":0,"points":0},"barracks":{"value":1,"stars":0,"points":0},"temples":{"value":0,"stars":0,"points":0},"gardens":{"value":1,"stars":0,"points":0}},"stones":1,"total":1}}}]','2026-11-22T03:47:44.494+00:00',0,1);
INSERT INTO "action" VALUES(2,1,0,'B57 A4','[{"code":"telegraph.building_built","args":{"seat":0,"building":57,"hex":[-1,0],"free":false,"paid":{},"board_used":{"wood":1,"clay":1,"metal":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T03:47:44.843+00:00',0,0);
INSERT INTO "action" VALUES(2,2,0,'B56 B6 1e1a1m','[{"code":"telegraph.building_built","args":{"seat":0,"building":56,"hex":[3,0],"free":false,"paid":{"water":1,"clay":1,"metal":1},"board_used":{},"surcharge":1,"founded":true,"joined":0}}]','2026-11-22T03:47:44.845+00:00',0,0);
INSERT INTO "action" VALUES(2,3,0,'S','[{"code":"telegraph.cards_drawn","args":{"seat":0,"count":1},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":1,"number":2}}]','2026-11-22T03:47:44.847+00:00',0,1);
INSERT INTO "action" VALUES(2,4,1,'B58 B3','[{"code":"telegraph.building_built","args":{"seat":1,"building":58,"hex":[1,2],"free":false,"paid":{},"board_used":{"wood":1,"metal":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T03:47:44.848+00:00',0,0);
INSERT INTO "action" VALUES(2,5,1,'S','[{"code":"telegraph.cards_drawn","args":{"seat":1,"count":2},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":0,"number":3}}]','2026-11-22T03:47:44.851+00:00',0,1);
INSERT INTO "action" VALUES(2,6,0,'S','[{"code":"telegraph.cards_drawn","args":{"seat":0,"count":3},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":1,"number":4}}]','2026-11-22T03:47:44.853+00:00',0,1);
INSERT INTO "action" VALUES(2,7,1,'S','[{"code":"telegraph.cards_drawn","args":{"seat":1,"count":3},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":0,"number":5}}]','2026-11-22T03:47:44.858+00:00',0,1);
INSERT INTO "action" VALUES(2,8,0,'S','[{"code":"telegraph.cards_drawn","args":{"seat":0,"count":3},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":1,"number":6}}]','2026-11-22T03:47:44.863+00:00',0,1);
INSERT INTO "action" VALUES(2,9,1,'S','[{"code":"telegraph.cards_drawn","args":{"seat":1,"count":3},"reveals":true},{"code":"telegraph.turn_started","args":{"seat":0,"number":7}}]','2026-11-22T03:47:44.869+00:00',0,1);
INSERT INTO "action" VALUES(2,10,0,'B60 A1 1e1b1a','[{"code":"telegraph.building_built","args":{"seat":0,"building":60,"hex":[1,0],"free":false,"paid":{"water":1,"wood":1,"clay":1},"board_used":{"water":1,"wood":1,"clay":1},"surcharge":2,"founded":true,"joined":0}}]','2026-11-22T03:47:45.860+00:00',0,0);
INSERT INTO "action" VALUES(2,11,0,'B21 B0 1e3b1a','[{"code":"telegraph.building_built","args":{"seat":0,"building":21,"hex":[2,1],"free":false,"paid":{"water":1,"wood":3,"clay":1},"board_used":{"metal":1},"surcharge":0,"founded":false,"joined":0}}]','2026-11-22T03:47:45.862+00:00',0,0);
INSERT INTO "action" VALUES(2,12,0,'B21 A2 1e3b','[{"code":"telegraph.building_built","args":{"seat":0,"building":21,"hex":[0,1],"free":false,"paid":{"water":1,"wood":3},"board_used":{"clay":1,"metal":1},"surcharge":0,"founded":false,"joined":0}}]','2026-11-22T03:47:45.865+00:00',0,0);
INSERT INTO "action" VALUES(3,1,0,'D2','[{"code":"attika.building_drawn","args":{"seat":0,"stack":1,"building":55,"left":6},"reveals":true}]','2026-11-22T03:47:45.282+00:00',0,0);
INSERT INTO "action" VALUES(3,2,0,'B55 F3 1e1f1c','[{"code":"attika.building_built","args":{"seat":0,"building":55,"hex":[-3,7],"free":false,"paid":{"water":1,"forest":1,"hill":1},"board_used":{},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T03:47:45.285+00:00',0,0);
INSERT INTO "action" VALUES(3,3,0,'S','[{"code":"attika.cards_drawn","args":{"seat":0,"count":1},"reveals":true},{"code":"attika.turn_started","args":{"seat":1,"number":2}}]','2026-11-22T03:47:45.287+00:00',0,1);
INSERT INTO "action" VALUES(3,4,1,'B60 E3','[{"code":"attika.building_built","args":{"seat":1,"building":60,"hex":[0,5],"free":false,"paid":{},"board_used":{"water":2,"forest":1,"hill":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T03:47:45.430+00:00',1,0);
INSERT INTO "action" VALUES(3,5,1,'B58 F1','[{"code":"attika.building_built","args":{"seat":1,"building":58,"hex":[-1,6],"free":false,"paid":{},"board_used":{"forest":1,"mountain":1},"surcharge":0,"founded":false,"joined":0}}]','2026-11-22T03:47:45.435+00:00',1,0);
INSERT INTO "action" VALUES(3,6,1,'B52 E0','[{"code":"attika.building_built","args":{"seat":1,"building":52,"hex":[1,4],"free":false,"paid":{},"board_used":{"water":1,"mountain":1},"surcharge":0,"founded":false,"joined":0}},{"code":"attika.turn_started","args":{"seat":2,"number":3}}]','2026-11-22T03:47:45.439+00:00',1,1);
INSERT INTO "action" VALUES(3,7,2,'B70 F6 1m','[{"code":"attika.building_built","args":{"seat":2,"building":70,"hex":[-1,5],"free":false,"paid":{"mountain":1},"board_used":{"water":1,"hill":2,"mountain":1},"surcharge":0,"founded":true,"joined":0}}]','2026-11-22T03:47:45.445+00:00',0,0);
INSERT INTO "action" VALUES(3,8,2,'B40 A6 2e1f2c','[{"code":"attika.building_built","args":{"seat":2,"building":40,"hex":[1,-1],"free":false,"paid":{"water":2,"forest":1,"hill":2},"board_used":{"water":1},"surcharge":1,"founded":true,"joined":0}}]','2026-11-22T03:47:45.446+00:00',0,0);
INSERT INTO "action" VALUES(3,9,2,'S','[{"code":"attika.cards_drawn","args":{"seat":2,"count":1},"reveals":true},{"code":"attika.turn_started","args":{"seat":0,"number":4}}]','2026-11-22T03:47:45.447+00:00',0,1);
INSERT INTO "action" VALUES(3,10,0,'D2','[{"code":"attika.building_drawn","args":{"seat":0,"stack":1,"building":41,"left":5},"reveals":true}]','2026-11-22T03:47:45.449+00:00',0,0);
INSERT INTO "action" VALUES(3,11,0,'B41 C5 1c','[{"code":"attika.building_built","args":{"seat":0,"building":41,"hex":[4,1],"free":false,"paid":{"hill":1},"board_used":{"water":1},"surcharge":1,"founded":true,"joined":0}}]','2026-11-22T03:47:45.450+00:00',0,0);
INSERT INTO "action" VALUES(3,12,0,'S','[{"code":"attika.cards_drawn","args":{"seat":0,"count":1},"reveals":true},{"code":"attika.turn_started","args":{"seat":1,"number":5}}]','2026-11-22T03:47:45.451+00:00',0,1);
INSERT INTO "action" VALUES(3,13,1,'D4','[{"code":"attika.building_drawn","args":{"seat":1,"stack":3,"building":20,"left":4},"reveals":true}]','2026-11-22T03:47:45.454+00:00',1,0);
INSERT INTO "action" VALUES(3,14,1,'B20 E6 1m','[{"code":"attika.building_built","args":{"seat":1,"building":20,"hex":[2,3],"free":false,"paid":{"mountain":1},"board_used":{"forest":1,"hill":1},"surcharge":0,"founded":false,"joined":0}}]','2026-11-22T03:47:45.458+00:00',1,0);
INSERT INTO "action" VALUES(3,15,1,'D4','[{"code":"attika.building_drawn","args":{"seat":1,"stack":3,"building":50,"left":3},"reveals":true}]','2026-11-22T03:47:45.460+00:00',1,0);
INSERT INTO "action" VALUES(3,16,1,'B50 C3 2f1c','[{"code":"attika.building_built","args":{"seat":1,"building":50,"hex":[3,3],"free":false,"paid":{"forest":2,"hill":1},"board_used":{"water":1,"forest":1},"surcharge":0,"founded":false,"joined":0}},{"code":"attika.turn_started","args":{"seat":2,"number":6}}]','2026-11-22T03:47:45.463+00:00',1,1);
INSERT INTO "action" VALUES(3,17,2,'D3','[{"code":"attika.building_drawn","args":{"seat":2,"stack":2,"building":59,"left":6},"reveals":true}]','2026-11-22T03:47:45.507+00:00',0,0);
INSERT INTO "action" VALUES(3,18,2,'B59 A0','[{"code":"attika.building_built","args":{"seat":2,"building":59,"hex":[0,0],"free":false,"paid":{},"board_used":{"water":1,"forest":1,"mountain":1},"surcharge":0,"founded":false,"joined":0}}]','2026-11-22T03:47:45.509+00:00',0,0);
INSERT INTO "action" VALUES(3,19,2,'D1','[{"code":"attika.building_drawn","args":{"seat":2,"stack":0,"building":21,"left":6},"reveals":true}]','2026-11-22T03:47:45.512+00:00',0,0);
INSERT INTO "action" VALUES(3,20,2,'P','[{"code":"attika.building_parked","args":{"seat":2,"building":21}},{"code":"attika.turn_started","args":{"seat":0,"number":7}}]','2026-11-22T03:47:45.514+00:00',0,1);
INSERT INTO "action" VALUES(3,21,0,'B40 C0 1m','[{"code":"attika.building_built","args":{"seat":0,"building":40,"hex":[4,2],"free":false,"paid":{"mountain":1},"board_used":{"water":2,"forest":1},"surcharge":0,"founded":false,"joined":0}}]','2026-11-22T03:47:45.866+00:00',0,0);
INSERT INTO "action" VALUES(3,22,0,'S','[{"code":"attika.cards_drawn","args":{"seat":0,"count":2},"reveals":true},{"code":"attika.turn_started","args":{"seat":1,"number":8}}]','2026-11-22T03:47:45.868+00:00',0,1);
INSERT INTO "action" VALUES(3,23,1,'D1','[{"code":"attika.building_drawn","args":{"seat":1,"stack":0,"building":70,"left":6},"reveals":true}]','2026-11-22T03:47:45.870+00:00',1,0);
INSERT INTO "action" VALUES(3,24,1,'P','[{"code":"attika.building_parked","args":{"seat":1,"building":70}}]','2026-11-22T03:47:45.872+00:00',1,0);
INSERT INTO "action" VALUES(3,25,1,'D1','[{"code":"attika.building_drawn","args":{"seat":1,"stack":0,"building":70,"left":5},"reveals":true}]','2026-11-22T03:47:45.879+00:00',1,0);
INSERT INTO "action" VALUES(3,26,1,'P','[{"code":"attika.building_parked","args":{"seat":1,"building":70}},{"code":"attika.turn_started","args":{"seat":2,"number":9}}]','2026-11-22T03:47:45.881+00:00',1,1);
INSERT INTO "action" VALUES(3,27,2,'B63 A3 1e','[{"code":"attika.building_built","args":{"seat":2,"building":63,"hex":[-1,1],"free":false,"paid":{"water":1},"board_used":{"forest":1,"mountain":1},"surcharge":0,"founded":false,"joined":0}}]','2026-11-22T03:47:45.920+00:00',0,0);
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
INSERT INTO "hand" VALUES(2,0,200000000000000001,1573907815267827712,1573907815553040384,0,0);
INSERT INTO "hand" VALUES(2,1,200000000000000002,1573907815569817600,1573907815708229632,0,0);
INSERT INTO "hand" VALUES(3,0,200000000000000001,1573907815267827712,1573907816983298048,0,0);
INSERT INTO "hand" VALUES(3,2,200000000000000002,1573907815569817600,1573907817172041728,0,0);
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('commands','16ab3d0fa6dc569db67ec11871a6b92e3f4f2152d39c41e3a7b7aa852448faf8');
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
INSERT INTO "outbox" VALUES(39,3,'board','{"plies":[21,22],"revision":24,"mention":[]}','fbffb4eeadee596febf2',0,'2026-11-22T03:49:15.868+00:00',NULL,NULL,0,NULL,0.0);
INSERT INTO "outbox" VALUES(40,3,'hand','{"seat":0}','f8ce2dcc30053259ad4b',0,'2026-11-22T03:47:45.868+00:00',NULL,0,2,NULL,0.0);
INSERT INTO "outbox" VALUES(41,3,'board','{"plies":[23,26],"revision":28,"mention":[200000000000000002]}','dc098dde581f800cb281',0,'2026-11-22T03:47:45.881+00:00',NULL,NULL,0,NULL,0.0);
CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    language TEXT
) STRICT;
INSERT INTO "person" VALUES(200000000000000001,'fr');
INSERT INTO "person" VALUES(200000000000000002,'en');
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
INSERT INTO "seat" VALUES(1,0,200000000000000001,'Maud',NULL,0);
INSERT INTO "seat" VALUES(1,1,200000000000000002,'Bastien',NULL,0);
INSERT INTO "seat" VALUES(2,0,200000000000000001,'Maud',NULL,0);
INSERT INTO "seat" VALUES(2,1,200000000000000002,'Bastien',NULL,0);
INSERT INTO "seat" VALUES(3,0,200000000000000001,'Maud',NULL,0);
INSERT INTO "seat" VALUES(3,1,NULL,'Hippodamos (AI)','greedy',0);
INSERT INTO "seat" VALUES(3,2,200000000000000002,'Bastien',NULL,0);
CREATE TABLE snapshot (
    table_id INTEGER PRIMARY KEY REFERENCES table_ (id),
    ply INTEGER NOT NULL,
    state TEXT NOT NULL
, began TEXT, version INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "snapshot" VALUES(1,4,'{"game":"akropolis","version":1,"options":{"length":"standard","variants":[],"solo":null},"seats":2,"over":false,"turn":4,"round":2,"chief":1,"current":0,"line":[23,19,21],"stacks":[[11,9,25],[3,27,16],[20,33,7],[1,26,15],[6,12,24],[28,37,18],[30,14,32],[29,5,36],[34,8,22],[13,31,17]],"cities":[{"stones":0,"tiles":[{"tile":10,"at":[2,1],"rot":2,"level":1},{"tile":4,"at":[1,3],"rot":0,"level":1}]},{"stones":1,"tiles":[{"tile":35,"at":[0,-3],"rot":1,"level":1},{"tile":2,"at":[-2,-3],"rot":0,"level":1}]}],"architect":null}',NULL,1);
INSERT INTO "snapshot" VALUES(2,12,'{"game":"telegraph","options":{},"rng":{"seed":7541381520684350691,"shuffles":0},"board":{"tiles":[{"tile":2,"at":[0,0],"rot":4},{"tile":21,"at":[2,1],"rot":2},{"tile":7,"at":[3,-2],"rot":3},{"tile":17,"at":[5,-1],"rot":0}],"cities":[{"id":"denver","at":[-1,2]},{"id":"omaha","at":[6,-3]}],"buildings":[{"hex":[-1,0],"seat":0,"building":57},{"hex":[3,0],"seat":0,"building":56},{"hex":[1,2],"seat":1,"building":58},{"hex":[1,0],"seat":0,"building":60},{"hex":[0,1],"seat":0,"building":21}]},"players":[{"stacks":[[62,22,58,51,11,52,70],[70,41,59,70,54,63,61],[41,55,53,70,22,31,41],[50,40,20,30,10]],"reserve":[],"hand":{"water":0,"wood":0,"clay":1,"metal":0},"bonus":0},{"stacks":[[70,61,59,41,56,22,31],[41,62,54,63,70,41,53],[57,21,70,11,52,55,70],[10,30,50,20,40]],"reserve":[22,51,60],"hand":{"water":4,"wood":4,"clay":3,"metal":2},"bonus":0}],"deck":["metal","water","clay","metal","metal","water","metal","wood","metal","metal","metal","metal","metal","water","wood","clay","metal","clay","water","metal","wood","water","water","water","metal","metal","water","wood","metal","wood","wood","clay","clay","clay","clay","clay","metal","water","water","water","metal","wood","metal","wood","wood","water","clay","clay","wood","wood","clay","clay","clay","clay","wood","water"],"discard":{"water":3,"wood":4,"clay":2,"metal":1},"region_stack":[10,5,8,12,3,14,9,11,6,15,22,16,18,1,19,4,20,13],"bonus_supply":15,"turn":{"seat":0,"number":7,"phase":"act","mode":"build","done":2,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}','{"game":"telegraph","options":{},"rng":{"seed":7541381520684350691,"shuffles":0},"board":{"tiles":[{"tile":2,"at":[0,0],"rot":4},{"tile":21,"at":[2,1],"rot":2},{"tile":7,"at":[3,-2],"rot":3},{"tile":17,"at":[5,-1],"rot":0}],"cities":[{"id":"denver","at":[-1,2]},{"id":"omaha","at":[6,-3]}],"buildings":[{"hex":[-1,0],"seat":0,"building":57},{"hex":[3,0],"seat":0,"building":56},{"hex":[1,2],"seat":1,"building":58}]},"players":[{"stacks":[[62,22,58,51,11,52,70],[70,41,59,70,54,63,61],[41,55,53,70,22,31,41],[50,40,20,30,10]],"reserve":[21,60],"hand":{"water":2,"wood":4,"clay":2,"metal":0},"bonus":0},{"stacks":[[70,61,59,41,56,22,31],[41,62,54,63,70,41,53],[57,21,70,11,52,55,70],[10,30,50,20,40]],"reserve":[22,51,60],"hand":{"water":4,"wood":4,"clay":3,"metal":2},"bonus":0}],"deck":["metal","water","clay","metal","metal","water","metal","wood","metal","metal","metal","metal","metal","water","wood","clay","metal","clay","water","metal","wood","water","water","water","metal","metal","water","wood","metal","wood","wood","clay","clay","clay","clay","clay","metal","water","water","water","metal","wood","metal","wood","wood","water","clay","clay","wood","wood","clay","clay","clay","clay","wood","water"],"discard":{"water":1,"wood":0,"clay":1,"metal":1},"region_stack":[10,5,8,12,3,14,9,11,6,15,22,16,18,1,19,4,20,13],"bonus_supply":15,"turn":{"seat":0,"number":7,"phase":"act","mode":null,"done":0,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}',1);
INSERT INTO "snapshot" VALUES(3,27,'{"game":"attika","options":{},"rng":{"seed":2567975709058673236,"shuffles":0},"board":{"tiles":[{"tile":4,"at":[0,0],"rot":5},{"tile":21,"at":[2,1],"rot":1},{"tile":8,"at":[4,2],"rot":2},{"tile":7,"at":[-1,3],"rot":4},{"tile":5,"at":[1,4],"rot":4},{"tile":9,"at":[-2,6],"rot":1}],"cities":[{"id":"delphi","at":[-2,1]},{"id":"olympia","at":[5,0]},{"id":"dodona","at":[-1,7]}],"buildings":[{"hex":[-3,7],"seat":0,"building":55},{"hex":[0,5],"seat":1,"building":60},{"hex":[-1,6],"seat":1,"building":58},{"hex":[1,4],"seat":1,"building":52},{"hex":[-1,5],"seat":2,"building":70},{"hex":[1,-1],"seat":2,"building":40},{"hex":[4,1],"seat":0,"building":41},{"hex":[2,3],"seat":1,"building":20},{"hex":[3,3],"seat":1,"building":50},{"hex":[0,0],"seat":2,"building":59},{"hex":[4,2],"seat":0,"building":40},{"hex":[-1,1],"seat":2,"building":63}]},"players":[{"stacks":[[11,56,53,52,70,70,41],[58,70,21,61,51],[31,63,41,22,54,57,62],[50,30,20,60,10]],"reserve":[22,59,70],"hand":{"water":1,"forest":1,"hill":0,"mountain":1},"bonus":0},{"stacks":[[70,11,41,57,61],[41,31,63,56,54,70,22],[59,41,53,22,62,21,51],[10,30,40]],"reserve":[55,70,70],"hand":{"water":0,"forest":1,"hill":0,"mountain":0},"bonus":0},{"stacks":[[51,70,22,70,22,41],[54,70,55,52,11,31,56],[53,41,41,57,62,58],[60,20,50,30,10]],"reserve":[21,61],"hand":{"water":0,"forest":0,"hill":0,"mountain":0},"bonus":0}],"deck":["mountain","mountain","mountain","mountain","forest","hill","mountain","mountain","water","forest","water","hill","mountain","water","mountain","hill","forest","hill","hill","forest","hill","water","water","water","hill","mountain","forest","hill","forest","water","water","forest","forest","mountain","hill","water","mountain","forest","hill","water"],"discard":{"water":4,"forest":4,"hill":5,"mountain":3},"region_stack":[15,12,16,17,14,18,19,13,10,6,22,1,20,2,11,3],"bonus_supply":15,"turn":{"seat":2,"number":9,"phase":"act","mode":"build","done":1,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}','{"game":"attika","options":{},"rng":{"seed":2567975709058673236,"shuffles":0},"board":{"tiles":[{"tile":4,"at":[0,0],"rot":5},{"tile":21,"at":[2,1],"rot":1},{"tile":8,"at":[4,2],"rot":2},{"tile":7,"at":[-1,3],"rot":4},{"tile":5,"at":[1,4],"rot":4},{"tile":9,"at":[-2,6],"rot":1}],"cities":[{"id":"delphi","at":[-2,1]},{"id":"olympia","at":[5,0]},{"id":"dodona","at":[-1,7]}],"buildings":[{"hex":[-3,7],"seat":0,"building":55},{"hex":[0,5],"seat":1,"building":60},{"hex":[-1,6],"seat":1,"building":58},{"hex":[1,4],"seat":1,"building":52},{"hex":[-1,5],"seat":2,"building":70},{"hex":[1,-1],"seat":2,"building":40},{"hex":[4,1],"seat":0,"building":41},{"hex":[2,3],"seat":1,"building":20},{"hex":[3,3],"seat":1,"building":50},{"hex":[0,0],"seat":2,"building":59},{"hex":[4,2],"seat":0,"building":40}]},"players":[{"stacks":[[11,56,53,52,70,70,41],[58,70,21,61,51],[31,63,41,22,54,57,62],[50,30,20,60,10]],"reserve":[22,59,70],"hand":{"water":1,"forest":1,"hill":0,"mountain":1},"bonus":0},{"stacks":[[70,11,41,57,61],[41,31,63,56,54,70,22],[59,41,53,22,62,21,51],[10,30,40]],"reserve":[55,70,70],"hand":{"water":0,"forest":1,"hill":0,"mountain":0},"bonus":0},{"stacks":[[51,70,22,70,22,41],[54,70,55,52,11,31,56],[53,41,41,57,62,58],[60,20,50,30,10]],"reserve":[21,61,63],"hand":{"water":1,"forest":0,"hill":0,"mountain":0},"bonus":0}],"deck":["mountain","mountain","mountain","mountain","forest","hill","mountain","mountain","water","forest","water","hill","mountain","water","mountain","hill","forest","hill","hill","forest","hill","water","water","water","hill","mountain","forest","hill","forest","water","water","forest","forest","mountain","hill","water","mountain","forest","hill","water"],"discard":{"water":3,"forest":4,"hill":5,"mountain":3},"region_stack":[15,12,16,17,14,18,19,13,10,6,22,1,20,2,11,3],"bonus_supply":15,"turn":{"seat":2,"number":9,"phase":"act","mode":null,"done":0,"extra":0,"drawn":null,"extension":null,"owed_cards":0,"cards_drawn":0},"result":null}',1);
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
INSERT INTO "table_" VALUES(1,'akropolis',1,100000000000000001,300000000000000001,1573907812428283904,1573907812428283904,1573907813871124480,1,200000000000000001,'fr','live',6,2,'{"length":"standard","variants":[]}','00000000000000000000000000000001','fedcba9876543210fedcba9876543210','4982eabefdb495b1e2ccfab2b4f41617f7a5434fd2ba1da6d9c940c4f1873d53','2026-11-22T03:47:44.236+00:00','2026-11-22T03:47:44.494+00:00',1,0,'',0);
INSERT INTO "table_" VALUES(2,'telegraph',1,100000000000000001,300000000000000001,1573907814085033984,1573907814085033984,1573907815179747328,1,200000000000000001,'fr','live',15,2,'{}','00000000000000000000000000000002','fedcba9876543210fedcba9876543210','d2fe5c811c6aa5c95cc1a0624275469eafebf6ff4396b378e3c9087e10bbe4d5','2026-11-22T03:47:44.668+00:00','2026-11-22T03:47:45.866+00:00',2,0,'',0);
INSERT INTO "table_" VALUES(3,'attika',1,100000000000000001,300000000000000001,1573907815842447360,1573907815842447360,1573907817918627840,1,200000000000000001,'en','live',29,3,'{}','00000000000000000000000000000003','fedcba9876543210fedcba9876543210','e19b07a9006936099b57fed9b6cf1f2b01b241a439444775cd544bc396ef481b','2026-11-22T03:47:45.087+00:00','2026-11-22T03:47:45.921+00:00',3,0,'',0);
CREATE TABLE undo (
    table_id INTEGER NOT NULL REFERENCES table_ (id),
    first_ply INTEGER NOT NULL CHECK (first_ply > 0),
    last_ply INTEGER NOT NULL CHECK (last_ply >= first_ply),
    seat INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, first_ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "undo" VALUES(2,11,11,0,'2026-11-22T03:47:45.863+00:00');
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
INSERT INTO "sqlite_sequence" VALUES('table_',3);
INSERT INTO "sqlite_sequence" VALUES('outbox',41);
COMMIT;
