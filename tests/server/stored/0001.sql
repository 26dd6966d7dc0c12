BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE editions (
	"key" VARCHAR(40) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	hash VARCHAR(16) NOT NULL, 
	edition_text TEXT NOT NULL, 
	board_name VARCHAR(128) NOT NULL, 
	board_text TEXT NOT NULL, 
	owner VARCHAR(32), 
	created BIGINT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "editions" VALUES('63a243039233646408f779702c0a9840','new-york','f2f01bedf5f8e7f0','# New York: 2 to 4 players, taxis.
id = "new-york"
title = "New York"
summary = "Fifteen taxis each, tourist attractions along the way: a quarter of an hour in Manhattan."
source = """
Board, tickets and attractions compared in five independent public listings, and with pictures of the printed board and of all the cards.
Where one listing stood alone against the pictures, the pictures were followed.
"""
board = "new-york.board.toml"

# Players, and who starts (R-SETUP-5).
min_players = 2
max_players = 4
starting_player = "youngest"

# Pieces of each player: the limit of what can be placed (R-SETUP-1).
pieces = 15
piece = "taxi"
piece_plural = "taxis"
vehicle = "taxi"

# Cards: 8 wild and 6 x 6 coloured, 44 in all.
# letter stands for the colour in print, look is the paint it is drawn with.
starting_hand = 2
wild = "taxi"
wild_cards = 8
colours = [
  { name = "blue",   letter = "B", look = "blue",   cards = 6 },
  { name = "green",  letter = "G", look = "green",  cards = 6 },
  { name = "black",  letter = "K", look = "black",  cards = 6 },
  { name = "pink",   letter = "P", look = "pink",   cards = 6 },
  { name = "red",    letter = "R", look = "red",    cards = 6 },
  { name = "orange", letter = "O", look = "orange", cards = 6 },
]

# Tickets dealt at set-up: how many, how many must be kept, and where the others go (R-SETUP-4):
# "bottom": under the ticket deck.
setup_offer = 2
setup_keep = 1
setup_return = "bottom"

# Tickets drawn in play: how many, how many must be kept (R-TICKET-1), and how the others go under the deck (R-TICKET-3):
# "drawn": in the order in which they were drawn.
offer = 2
keep = 1
return_order = "drawn"

# With so many players or fewer, the second half of a double route closes once the first is claimed (R-CLAIM-7).
twin_closed_up_to = 2

# Points of a route by its length (R-SCORE-1), counted when the game is over (R-CLAIM-9).
route_points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
points_shown = "end"

# End bonus: one point for each attraction that a player reaches (R-SCORE-3); none for the longest path.
longest_path_points = 0
attraction_points = 1

# The last round begins when a player has so few pieces at the end of a turn (R-END-1).
final_round_at = 2

# Ties go to the player with more completed tickets; whoever is still equal shares the victory (R-SCORE-6).
tie_breaks = ["tickets"]

# 18 tickets, 92 points.
tickets = [
  { a = "Lower East Side",       b = "Wall Street",           points = 2 },
  { a = "Lincoln Center",        b = "Empire State Building", points = 3 },
  { a = "Empire State Building", b = "Greenwich Village",     points = 3 },
  { a = "Central Park",          b = "Midtown West",          points = 3 },
  { a = "Midtown West",          b = "United Nations",        points = 3 },
  { a = "Gramercy Park",         b = "Chinatown",             points = 4 },
  { a = "Central Park",          b = "Gramercy Park",         points = 4 },
  { a = "East Village",          b = "Soho",                  points = 4 },
  { a = "Times Square",          b = "East Village",          points = 4 },
  { a = "Central Park",          b = "Chelsea",               points = 5 },
  { a = "Chelsea",               b = "Wall Street",           points = 6 },
  { a = "Times Square",          b = "Soho",                  points = 6 },
  { a = "Lincoln Center",        b = "Greenwich Village",     points = 6 },
  { a = "Empire State Building", b = "Brooklyn",              points = 7 },
  { a = "Central Park",          b = "Chinatown",             points = 8 },
  { a = "Chelsea",               b = "Brooklyn",              points = 8 },
  { a = "Times Square",          b = "Brooklyn",              points = 8 },
  { a = "United Nations",        b = "Wall Street",           points = 8 },
]
','new-york.board.toml','# Manhattan, from Central Park down to Brooklyn: 15 locations, 41 routes (11 of them double), 84 spaces.
id = "new-york"
title = "Uptown Downtown"
subtitle = "Manhattan by cab"

# The plane in which the locations stand; x grows to the right, y downwards.
width = 1000
height = 1400

# label: the side of the marker where the name disturbs the routes least.
# attraction: a place for tourists, worth points to whoever reaches it (R-SCORE-3).
locations = [
  { name = "Lincoln Center",        x = 131, y =  148, label = "n" },
  { name = "Central Park",          x = 361, y =   96, label = "e",  attraction = true },
  { name = "Midtown West",          x = 104, y =  382, label = "n" },
  { name = "Times Square",          x = 290, y =  367, label = "se", attraction = true },
  { name = "United Nations",        x = 602, y =  354, label = "e",  attraction = true },
  { name = "Empire State Building", x = 353, y =  519, label = "e",  attraction = true },
  { name = "Chelsea",               x = 169, y =  672, label = "w",  attraction = true },
  { name = "Gramercy Park",         x = 468, y =  646, label = "e" },
  { name = "Greenwich Village",     x = 420, y =  874, label = "w",  attraction = true },
  { name = "East Village",          x = 671, y =  812, label = "e" },
  { name = "Soho",                  x = 294, y = 1072, label = "w" },
  { name = "Lower East Side",       x = 721, y =  970, label = "e" },
  { name = "Chinatown",             x = 570, y = 1085, label = "w",  attraction = true },
  { name = "Wall Street",           x = 509, y = 1278, label = "w",  attraction = true },
  { name = "Brooklyn",              x = 832, y = 1274, label = "e",  attraction = true },
]

# From north to south. A grey route takes a set of any one colour (R-CLAIM-2);
# two rows that join the same two locations are the two halves of a double route, first the left one as seen from a to b.
routes = [
  { a = "Lincoln Center",        b = "Central Park",          length = 2, colour = "orange" },
  { a = "Lincoln Center",        b = "Midtown West",          length = 2, colour = "red" },
  { a = "Lincoln Center",        b = "Times Square",          length = 2, colour = "green" },
  { a = "Lincoln Center",        b = "Times Square",          length = 2, colour = "blue" },
  { a = "Central Park",          b = "Times Square",          length = 2, colour = "black" },
  { a = "Central Park",          b = "Times Square",          length = 2, colour = "red" },
  { a = "Central Park",          b = "United Nations",        length = 3, colour = "pink" },
  { a = "Midtown West",          b = "Times Square",          length = 1, colour = "grey" },
  { a = "Midtown West",          b = "Empire State Building", length = 2, colour = "green" },
  { a = "Midtown West",          b = "Chelsea",               length = 2, colour = "blue" },
  { a = "Times Square",          b = "United Nations",        length = 2, colour = "grey" },
  { a = "Times Square",          b = "Empire State Building", length = 1, colour = "orange" },
  { a = "Times Square",          b = "Empire State Building", length = 1, colour = "pink" },
  { a = "United Nations",        b = "Empire State Building", length = 2, colour = "black" },
  { a = "United Nations",        b = "Gramercy Park",         length = 3, colour = "green" },
  { a = "Empire State Building", b = "Gramercy Park",         length = 1, colour = "red" },
  { a = "Empire State Building", b = "Gramercy Park",         length = 1, colour = "blue" },
  { a = "Chelsea",               b = "Empire State Building", length = 2, colour = "grey" },
  { a = "Chelsea",               b = "Empire State Building", length = 2, colour = "grey" },
  { a = "Chelsea",               b = "Gramercy Park",         length = 2, colour = "orange" },
  { a = "Chelsea",               b = "Greenwich Village",     length = 3, colour = "red" },
  { a = "Chelsea",               b = "Greenwich Village",     length = 3, colour = "green" },
  { a = "Chelsea",               b = "Soho",                  length = 4, colour = "pink" },
  { a = "Gramercy Park",         b = "Greenwich Village",     length = 2, colour = "black" },
  { a = "Gramercy Park",         b = "Greenwich Village",     length = 2, colour = "pink" },
  { a = "Gramercy Park",         b = "East Village",          length = 2, colour = "grey" },
  { a = "Greenwich Village",     b = "East Village",          length = 2, colour = "blue" },
  { a = "Greenwich Village",     b = "Lower East Side",       length = 2, colour = "grey" },
  { a = "Greenwich Village",     b = "Chinatown",             length = 2, colour = "grey" },
  { a = "Greenwich Village",     b = "Chinatown",             length = 2, colour = "grey" },
  { a = "Greenwich Village",     b = "Soho",                  length = 2, colour = "orange" },
  { a = "East Village",          b = "Lower East Side",       length = 1, colour = "black" },
  { a = "Lower East Side",       b = "Chinatown",             length = 1, colour = "blue" },
  { a = "Lower East Side",       b = "Brooklyn",              length = 3, colour = "grey" },
  { a = "Soho",                  b = "Wall Street",           length = 2, colour = "grey" },
  { a = "Chinatown",             b = "Wall Street",           length = 1, colour = "green" },
  { a = "Chinatown",             b = "Wall Street",           length = 1, colour = "pink" },
  { a = "Chinatown",             b = "Brooklyn",              length = 3, colour = "orange" },
  { a = "Chinatown",             b = "Brooklyn",              length = 3, colour = "red" },
  { a = "Wall Street",           b = "Brooklyn",              length = 3, colour = "blue" },
  { a = "Wall Street",           b = "Brooklyn",              length = 3, colour = "black" },
]
',NULL,1794778508037);
CREATE TABLE guests (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE log (
	table_id VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER, 
	action INTEGER, 
	outcome JSON, 
	data JSON, 
	at BIGINT NOT NULL, 
	"key" VARCHAR(64), 
	PRIMARY KEY (table_id, n), 
	CONSTRAINT log_once_per_key UNIQUE (table_id, "key"), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',1,'seat',1,NULL,'null','{"seat": 1, "kind": "person", "name": "Bob", "bot": null, "away": false, "why": "joined"}',1794778510027,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',2,'start',NULL,NULL,'null','{"commitment": "e7b1abfd0e3df907cb1683b98b534ae2f714e65900db9ae66e3958f8748b5d3a", "seats": [{"seat": 0, "kind": "person", "name": "Ann", "bot": null, "away": false}, {"seat": 1, "kind": "person", "name": "Bob", "bot": null, "away": false}], "start": 1}',1794778510047,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',3,'chat',0,NULL,'null','{"text": "Good luck!"}',1794778510052,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',4,'action',0,235,'null','null',1794778510062,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',5,'action',1,236,'null','null',1794778510070,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',6,'action',1,1,'[6]','null',1794778510107,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',7,'action',0,58,'null','null',1794778510136,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',8,'action',1,209,'null','null',1794778510169,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',9,'action',0,1,'[0]','null',1794778510189,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',10,'action',1,0,'[5]','null',1794778510195,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',11,'action',1,0,'[4]','null',1794778510218,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',12,'action',0,0,'[0]','null',1794778510226,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',13,'action',0,6,'[1]','null',1794778510243,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',14,'action',1,90,'null','null',1794778510250,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',15,'action',0,216,'null','null',1794778510262,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',16,'action',1,233,'[10, 8]','null',1794778510269,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',17,'action',1,235,'null','null',1794778510303,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',18,'action',0,32,'null','null',1794778510311,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',19,'action',1,67,'null','null',1794778510335,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',20,'action',0,144,'null','null',1794778510343,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',21,'action',1,2,'[2]','null',1794778510360,NULL);
INSERT INTO "log" VALUES('3fcn6qndg3zbd599rht7',22,'action',1,3,'[1]','null',1794778510369,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',1,'seat',1,NULL,'null','{"seat": 1, "kind": "person", "name": "Bob", "bot": null, "away": false, "why": "joined"}',1794778508095,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',2,'start',NULL,NULL,'null','{"commitment": "b9ce0b4b4ce5a30f76c6291c1a314ec6a0ee15e090c885703eca2a3214bc22a8", "seats": [{"seat": 0, "kind": "person", "name": "Ann", "bot": null, "away": false}, {"seat": 1, "kind": "person", "name": "Bob", "bot": null, "away": false}], "start": 0}',1794778508104,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',3,'chat',0,NULL,'null','{"text": "Good luck!"}',1794778508137,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',4,'action',0,235,'null','null',1794778508149,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',5,'action',1,236,'null','null',1794778508156,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',6,'action',0,6,'[0, 6, 2, 1, 1, 1]','null',1794778508165,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',7,'action',0,7,'[6]','null',1794778508177,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',8,'action',1,213,'null','null',1794778508185,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',9,'action',0,34,'null','null',1794778508195,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',10,'action',1,0,'[5]','null',1794778508220,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',11,'action',1,0,'[6]','null',1794778508256,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',12,'action',0,2,'[1]','null',1794778508292,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',13,'action',0,7,'[3]','null',1794778508325,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',14,'action',1,56,'null','null',1794778508363,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',15,'action',0,201,'null','null',1794778508389,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',16,'action',1,233,'[0, 1]','null',1794778508415,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',17,'action',1,235,'null','null',1794778508451,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',18,'action',0,81,'null','null',1794778508488,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',19,'action',1,67,'null','null',1794778508518,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',20,'action',0,233,'[2, 13]','null',1794778508555,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',21,'action',0,236,'null','null',1794778508595,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',22,'action',1,3,'[5]','null',1794778508619,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',23,'action',1,2,'[4]','null',1794778508663,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',24,'action',0,0,'[0]','null',1794778508696,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',25,'action',0,4,'[2]','null',1794778508743,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',26,'action',1,5,'[2]','null',1794778508776,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',27,'action',1,0,'[4]','null',1794778508820,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',28,'action',0,178,'null','null',1794778508856,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',29,'action',1,49,'null','null',1794778508889,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',30,'action',0,3,'[6]','null',1794778508928,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',31,'action',0,2,'[1]','null',1794778508981,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',32,'action',1,2,'[3]','null',1794778509024,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',33,'action',1,3,'[3]','null',1794778509070,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',34,'action',0,4,'[5]','null',1794778509103,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',35,'action',0,4,'[6]','null',1794778509148,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',36,'action',1,6,'[4]','null',1794778509179,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',37,'action',1,7,'[3]','null',1794778509248,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',38,'action',0,139,'null','null',1794778509292,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',39,'action',1,132,'null','null',1794778509332,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',40,'action',0,5,'[2]','null',1794778509374,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',41,'action',0,2,'[0]','null',1794778509415,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',42,'action',1,4,'[3]','null',1794778509436,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',43,'action',1,6,'[0]','null',1794778509491,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',44,'action',0,7,'[4]','null',1794778509528,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',45,'action',0,0,'[4]','null',1794778509572,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',46,'action',1,156,'null','null',1794778509606,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',47,'action',0,5,'[5]','null',1794778509644,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',48,'action',0,0,'[0]','null',1794778509697,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',49,'action',1,6,'[4]','null',1794778509723,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',50,'action',1,4,'[2]','null',1794778509762,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',51,'action',0,180,'null','null',1794778509804,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',52,'action',1,5,'[6]','null',1794778509829,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',53,'action',1,3,'[1]','null',1794778509891,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',54,'action',0,26,'null','null',1794778509925,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',55,'action',1,63,'null','null',1794778509937,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',56,'action',0,40,'null','null',1794778509957,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',57,'action',1,113,'null','null',1794778509969,NULL);
INSERT INTO "log" VALUES('sl77j4bwr9herprjxnr8',58,'action',0,1,'[6]','null',1794778509978,NULL);
CREATE TABLE seats (
	table_id VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	guest VARCHAR(32), 
	name VARCHAR(64) NOT NULL, 
	bot VARCHAR(64), 
	token VARCHAR(64), 
	away BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('sl77j4bwr9herprjxnr8',0,'person','66d34fba71f8f450f7e45598853e53bf','Ann',NULL,NULL,0);
INSERT INTO "seats" VALUES('sl77j4bwr9herprjxnr8',1,'person','f01b57226261ae3756b93936e1c4e6b8','Bob',NULL,NULL,0);
INSERT INTO "seats" VALUES('3fcn6qndg3zbd599rht7',0,'person','66d34fba71f8f450f7e45598853e53bf','Ann',NULL,NULL,0);
INSERT INTO "seats" VALUES('3fcn6qndg3zbd599rht7',1,'person','f01b57226261ae3756b93936e1c4e6b8','Bob',NULL,NULL,0);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	edition_hash VARCHAR(16) NOT NULL, 
	edition_key VARCHAR(40) NOT NULL, 
	rules INTEGER NOT NULL, 
	start INTEGER, 
	options JSON NOT NULL, 
	host VARCHAR(32), 
	invite VARCHAR(32) NOT NULL, 
	code VARCHAR(8), 
	seed VARCHAR(64), 
	commitment VARCHAR(64), 
	deal JSON, 
	position JSON, 
	n INTEGER NOT NULL, 
	acting JSON NOT NULL, 
	due BIGINT, 
	leased BIGINT, 
	deadline BIGINT, 
	rematch VARCHAR(24), 
	created BIGINT NOT NULL, 
	updated BIGINT NOT NULL, 
	"key" VARCHAR(64), 
	PRIMARY KEY (id), 
	FOREIGN KEY(edition_key) REFERENCES editions ("key"), 
	UNIQUE (invite), 
	UNIQUE (code), 
	UNIQUE ("key")
);
INSERT INTO "tables" VALUES('sl77j4bwr9herprjxnr8','over','new-york','f2f01bedf5f8e7f0','63a243039233646408f779702c0a9840',1,NULL,'{"players": 2, "pace": 0.0, "stand_in": "random", "hints": true, "undo": true, "confirm_claims": false, "watch": true, "chat": true, "clock": null}','66d34fba71f8f450f7e45598853e53bf','dP9ucxp1PswgO0lc_LrCuWRt7Nzj9O4G',NULL,'a3e48cc714121f9ae9d3a1aa4d7a7187b1296fd62df1cfc0b11265a74678bb03','b9ce0b4b4ce5a30f76c6291c1a314ec6a0ee15e090c885703eca2a3214bc22a8','[0, 5, 2, 3, 0, 6, 5, 0, 1, 4, 9, 6, 3]','null',58,'[]',NULL,NULL,NULL,NULL,1794778508066,1794778509978,NULL);
INSERT INTO "tables" VALUES('3fcn6qndg3zbd599rht7','playing','new-york','f2f01bedf5f8e7f0','63a243039233646408f779702c0a9840',1,NULL,'{"players": 2, "pace": 0.0, "stand_in": "random", "hints": true, "undo": true, "confirm_claims": false, "watch": true, "chat": true, "clock": null}','66d34fba71f8f450f7e45598853e53bf','2uv2JVriCOfr0Ga1sDUqsYcFe3u8sJ1W',NULL,'8d62dcfa305a54632ff28ab3e17780e2a2d67bfac5c99e81ea4e9e692992f1b1','e7b1abfd0e3df907cb1683b98b534ae2f714e65900db9ae66e3958f8748b5d3a','[3, 4, 5, 4, 6, 0, 0, 5, 6, 4, 0, 15, 9]','null',22,'[0]',NULL,NULL,NULL,NULL,1794778510015,1794778510369,NULL);
CREATE INDEX tables_by_due ON tables (due);
CREATE INDEX tables_by_deadline ON tables (deadline);
CREATE INDEX tables_by_host ON tables (host);
CREATE INDEX seats_by_guest ON seats (guest);
COMMIT;
