-- How the program that an agent lives in reaches its memory: `command` or `mcp`.
ALTER TABLE agents ADD COLUMN host TEXT NOT NULL DEFAULT 'command';
-- JSON: ids of what conversations were given of a snapshot. It follows every change now, and who was
-- given it before holds the older one.
ALTER TABLE snapshots ADD COLUMN given TEXT NOT NULL DEFAULT '[]';
UPDATE snapshots SET given = items;
