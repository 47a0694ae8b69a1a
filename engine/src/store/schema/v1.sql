-- Conversations, folders, presets and the search index. Every statement may run again without harm.

CREATE TABLE IF NOT EXISTS folder (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL UNIQUE COLLATE NOCASE,
    created_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS preset (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL UNIQUE COLLATE NOCASE,
    system_prompt TEXT NOT NULL,
    parameters    TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS chat (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           TEXT NOT NULL UNIQUE,
    title         TEXT NOT NULL,
    title_source  TEXT NOT NULL CHECK (title_source IN ('none', 'words', 'model', 'user')),
    folder_id     INTEGER REFERENCES folder ON DELETE SET NULL,
    system_prompt TEXT NOT NULL,
    model         TEXT,
    parameters    TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    pinned_at     INTEGER,
    trashed_at    INTEGER
);
CREATE INDEX IF NOT EXISTS chat_by_time ON chat (updated_at) WHERE trashed_at IS NULL;
CREATE INDEX IF NOT EXISTS chat_by_folder ON chat (folder_id);

-- No ON DELETE CASCADE for parent_id: messages are only ever deleted with all that follow them, and a cascade along a
-- chat of a thousand messages would exceed SQLite's limit for nested triggers.
CREATE TABLE IF NOT EXISTS message (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id       INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
    parent_id     INTEGER REFERENCES message CHECK (parent_id < id),
    chosen        INTEGER NOT NULL CHECK (chosen IN (0, 1)),
    role          TEXT NOT NULL CHECK (role IN ('system', 'user', 'assistant', 'tool')),
    state         TEXT NOT NULL CHECK (state IN ('complete', 'streaming', 'cut')),
    content       TEXT NOT NULL,
    thinking      TEXT NOT NULL,
    tool_calls    TEXT NOT NULL,
    tool_call_id  TEXT,
    model         TEXT,
    finish_reason TEXT,
    statistics    TEXT,
    -- Names the lock file that the process holds while it writes this answer.
    writer        TEXT,
    created_at    INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS message_by_chat ON message (chat_id);
CREATE INDEX IF NOT EXISTS message_by_parent ON message (parent_id);
CREATE INDEX IF NOT EXISTS message_streaming ON message (writer) WHERE state = 'streaming';
-- At most one of the messages that follow the same parent is on the chosen path.
CREATE UNIQUE INDEX IF NOT EXISTS message_chosen ON message (chat_id, ifnull(parent_id, 0)) WHERE chosen = 1;

-- What an answer has brought while it streams. Appending to the message itself would rewrite all of it each time.
CREATE TABLE IF NOT EXISTS piece (
    id         INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('content', 'thinking', 'tool_call')),
    text       TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS piece_by_message ON piece (message_id);

-- The folded text of messages; see fold.rs. Contentless: the text itself is in `message`.
CREATE VIRTUAL TABLE IF NOT EXISTS message_index USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2'
);
