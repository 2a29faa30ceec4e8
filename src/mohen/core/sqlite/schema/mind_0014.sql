-- How far each project's conversations in talk.db became fragments, and of which file that is said.
CREATE TABLE listened (
  project_id TEXT PRIMARY KEY,
  epoch TEXT NOT NULL,
  upto INTEGER NOT NULL -- the last message
) STRICT, WITHOUT ROWID;

-- Where a session stands: the place in which the user last said more than hello, and the one that
-- opened what is still played, with the time of its last message.
CREATE TABLE listening (
  project_id TEXT NOT NULL,
  session TEXT NOT NULL,
  told INTEGER NOT NULL,
  played INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, session)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO listening SELECT project_id, session, 0, played, heard_at FROM bookmarks
  WHERE played > 0;

-- Messages that are to go from talk.db: said with the first row that goes here, so that a death in
-- between forgets nothing. Place 0 is a whole session, session '' a whole project, project '' all.
CREATE TABLE talk_erasures (
  project_id TEXT NOT NULL,
  session TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (project_id, session, place)
) STRICT, WITHOUT ROWID;

-- When it was read, where that was long after it was said: it fades from then on (C115).
ALTER TABLE knowledge ADD COLUMN read_at INTEGER;
