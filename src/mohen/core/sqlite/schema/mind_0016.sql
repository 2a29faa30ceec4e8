-- Files of writers' tools as they came in (character cards, lorebooks, vaults), for being written
-- out again without a loss: what of them has no other place here.
CREATE TABLE story_originals (
  pk INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL,
  form TEXT NOT NULL,
  name TEXT NOT NULL, -- by which a second import finds it
  ref TEXT NOT NULL, -- the name of its file
  body TEXT NOT NULL, -- JSON, without its parts
  holes TEXT NOT NULL, -- JSON: the places where things stood
  picture BLOB NOT NULL, -- what a card was carried by
  UNIQUE (project_id, form, name)
) STRICT;

-- What in them belongs to somebody: the fields of a thing, and what is said of it.
CREATE TABLE story_original_parts (
  pk INTEGER PRIMARY KEY,
  original INTEGER NOT NULL REFERENCES story_originals (pk) ON DELETE CASCADE,
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('thing', 'text')),
  place TEXT NOT NULL, -- JSON: the way to it
  owner TEXT NOT NULL, -- an entity of the story, or a piece of knowledge
  body TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX story_original_parts_of ON story_original_parts (original);
CREATE INDEX story_original_parts_by_owner ON story_original_parts (owner);

-- They go with whom they belong to, whoever deletes it and for whatever reason.
CREATE TRIGGER story_originals_follow_knowledge AFTER DELETE ON knowledge BEGIN
  DELETE FROM story_original_parts WHERE owner = OLD.id;
END;
CREATE TRIGGER story_originals_follow_entities AFTER DELETE ON graph_facts
WHEN OLD.kind = 'entity' AND OLD.source = '' BEGIN
  DELETE FROM story_originals WHERE pk IN (
    SELECT original FROM story_original_parts WHERE owner = OLD.id AND place = '[]');
  DELETE FROM story_original_parts WHERE owner = OLD.id;
END;
