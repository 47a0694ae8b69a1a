-- Messages that were deleted. They stay in `message` until they are purged, so that a deletion can be taken back and
-- a crash loses no words. A table of its own and no column: rows of `message` keep their form, by which they are
-- found in a damaged file.

CREATE TABLE IF NOT EXISTS deletion (
    id         INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
    -- The message whose deletion took this one along; itself for that one.
    root_id    INTEGER NOT NULL,
    deleted_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS deletion_by_root ON deletion (root_id);
