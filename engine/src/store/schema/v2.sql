-- Text files that come with messages, and titles in the search.

CREATE TABLE IF NOT EXISTS attachment (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
    name       TEXT NOT NULL,
    content    TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS attachment_by_message ON attachment (message_id);

CREATE VIRTUAL TABLE IF NOT EXISTS title_index USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2'
);
