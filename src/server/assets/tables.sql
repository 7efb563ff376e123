CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS objects (
  kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, scope TEXT NOT NULL, position REAL NOT NULL,
  target TEXT NOT NULL, unique_key TEXT UNIQUE, data TEXT NOT NULL, PRIMARY KEY (kind, id, parent)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS objects_by_scope ON objects (scope, kind, parent, position);
CREATE TABLE IF NOT EXISTS snapshots (name TEXT PRIMARY KEY, taken_at TEXT NOT NULL, objects INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshot_facts (
  snapshot TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (snapshot, name)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshot_objects (
  snapshot TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, scope TEXT NOT NULL, position REAL NOT NULL,
  target TEXT NOT NULL, unique_key TEXT, data TEXT NOT NULL, PRIMARY KEY (snapshot, kind, id, parent)
) WITHOUT ROWID;
