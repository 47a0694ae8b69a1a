//! Opening: a new file, an old schema, a read-only disk, a damaged file.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::connection::{Condition, Store};
use super::error::{Result, StoreError};
use super::{answers, check, file, salvage, schema};

/// How long a writer waits for another.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the conversations at `path`, or begins them if there is no such file.
    ///
    /// A damaged file is not an error but a [`Condition`], as is a read-only one: what can be read can be used.
    pub fn open(path: &Path) -> Result<Self> {
        if !path
            .try_exists()
            .map_err(|e| StoreError::io("read", path, e))?
        {
            create(path)?;
        }
        if is_empty(path)? {
            // Ours are created whole (see `create`), so an empty file has lost its content.
            return salvage::open(path);
        }
        match open_healthy(path) {
            Err(StoreError::Damaged) => salvage::open(path),
            Err(StoreError::ReadOnly(reason)) => match open_read_only(path, reason) {
                Err(StoreError::Damaged) => salvage::open(path),
                opened => opened,
            },
            opened => opened,
        }
    }

    /// A store that lives in memory alone, for private chats: it never writes a file and ends with its value.
    pub fn private() -> Result<Self> {
        Ok(Self::over(in_memory()?, None, Condition::Healthy))
    }
}

/// An empty database of the latest schema in memory.
pub(super) fn in_memory() -> Result<Connection> {
    let connection = Connection::open_in_memory()?;
    configure(&connection)?;
    schema::migrate(&connection, None)?;
    Ok(connection)
}

fn open_healthy(path: &Path) -> Result<Store> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .map_err(|error| cannot_open(path, error))?;
    if connection.is_readonly("main")? {
        return Err(read_only(path));
    }
    configure(&connection)?;
    check_identity(&connection, path).map_err(|error| match error {
        // The log of changes cannot be created beside a file on a read-only disk.
        StoreError::Database { code } if code & 0xff == rusqlite::ffi::SQLITE_CANTOPEN => {
            read_only(path)
        }
        other => other,
    })?;
    check::pages(&connection, path)?;
    file::make_private(path);
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    schema::migrate(&connection, Some(path))?;
    answers::cut_abandoned(&connection, path)?;
    Ok(Store::over(
        connection,
        Some(path.to_owned()),
        Condition::Healthy,
    ))
}

fn open_read_only(path: &Path, reason: String) -> Result<Store> {
    let (connection, reason) = match read_only_connection(path, "mode=ro") {
        Ok(connection) => (connection, reason),
        // On a read-only disk SQLite cannot make the shared memory that the log of changes needs.
        Err(StoreError::Damaged) => return Err(StoreError::Damaged),
        Err(_) => {
            let reason = if is_present(&file::beside(path, "-wal")) {
                format!("{reason}; the latest messages may be missing")
            } else {
                reason
            };
            (read_only_connection(path, "immutable=1")?, reason)
        }
    };
    check_identity(&connection, path)?;
    check::pages(&connection, path)?;
    let connection = if schema::version(&connection)? == schema::LATEST {
        connection
    } else {
        migrated_in_memory(&connection)?
    };
    connection.pragma_update(None, "query_only", true)?;
    Ok(Store::over(
        connection,
        Some(path.to_owned()),
        Condition::ReadOnly(reason),
    ))
}

/// A connection that only reads, and tolerates a damaged schema and a file that is too short.
pub(super) fn tolerant_connection(path: &Path) -> Result<Connection> {
    let open = |how| {
        let connection = unread_connection(path, how)?;
        connection.execute_batch("PRAGMA writable_schema = ON")?;
        schema::version(&connection)?;
        Ok(connection)
    };
    open("mode=ro").or_else(|_: StoreError| open("immutable=1"))
}

fn unread_connection(path: &Path, how: &str) -> Result<Connection> {
    let connection = Connection::open_with_flags(
        uri(path, how),
        OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

fn read_only_connection(path: &Path, how: &str) -> Result<Connection> {
    let connection = unread_connection(path, how)?;
    // Opening reads nothing yet; this does.
    schema::version(&connection)?;
    Ok(connection)
}

/// An old database that cannot be migrated where it is.
fn migrated_in_memory(old: &Connection) -> Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    {
        let copy = rusqlite::backup::Backup::new(old, &mut connection)?;
        copy.run_to_completion(1024, Duration::ZERO, None)?;
    }
    configure(&connection)?;
    schema::migrate(&connection, None)?;
    Ok(connection)
}

/// A new database, which gets its name only when it is whole: no crash can leave an empty or half-made one.
fn create(path: &Path) -> Result<()> {
    if let Some(folder) = path.parent()
        && !folder.as_os_str().is_empty()
    {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|e| StoreError::io("create", folder, e))?;
    }
    // Several processes, and several threads of each, may be here at once.
    static CREATED: AtomicU32 = AtomicU32::new(0);
    let nth = CREATED.fetch_add(1, Ordering::Relaxed);
    let partial = file::beside(path, &format!(".{}-{nth}.new", std::process::id()));
    file::create_private(&partial)?;
    let made = (|| {
        let connection = Connection::open(&partial)?;
        configure(&connection)?;
        schema::migrate(&connection, None)?;
        connection.close().map_err(|(_, error)| error)?;
        file::sync(&partial)?;
        // A link, not a rename: it fails where another process was faster, and never replaces a file.
        match fs::hard_link(&partial, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                Err(StoreError::io("create", path, error))
            }
            _ => Ok(()),
        }
    })();
    let _ = fs::remove_file(&partial);
    made
}

fn configure(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.execute_batch(
        "PRAGMA foreign_keys = ON;
         -- Survives a power cut, not only the end of the process.
         PRAGMA synchronous = FULL;
         PRAGMA checkpoint_fullfsync = ON;
         -- What is purged is overwritten, and no text is ever spilled into a temporary file.
         PRAGMA secure_delete = ON;
         PRAGMA temp_store = MEMORY;
         -- The schema comes from a file: its expressions must not call anything with side effects.
         PRAGMA trusted_schema = OFF;",
    )?;
    Ok(())
}

/// That it is our database and not of a later version.
fn check_identity(connection: &Connection, path: &Path) -> Result<()> {
    let found = schema::version(connection)?;
    let application: i64 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != schema::APPLICATION_ID && (application != 0 || tables > 0) {
        return Err(StoreError::NotAStore {
            file: path.to_owned(),
        });
    }
    if found > schema::LATEST {
        return Err(StoreError::Newer {
            file: path.to_owned(),
            found,
            known: schema::LATEST,
        });
    }
    if tables == 0 {
        // Ours are never without tables.
        return Err(StoreError::Damaged);
    }
    Ok(())
}

fn cannot_open(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ffi::ErrorCode::CannotOpen) => StoreError::Io {
            action: "open",
            path: path.to_owned(),
            source: fs::File::open(path)
                .err()
                .unwrap_or_else(|| io::Error::other("not a file that can be opened")),
        },
        _ => error.into(),
    }
}

fn read_only(path: &Path) -> StoreError {
    let name = crate::error::one_line(&path.to_string_lossy());
    StoreError::ReadOnly(format!("{name} or its disk is read-only"))
}

fn is_empty(path: &Path) -> Result<bool> {
    let metadata = fs::metadata(path).map_err(|e| StoreError::io("read", path, e))?;
    Ok(metadata.is_file() && metadata.len() == 0)
}

fn is_present(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

/// `path` as an SQLite URI with one parameter.
fn uri(path: &Path, parameter: &str) -> String {
    let mut uri = String::from("file:");
    for c in path.to_string_lossy().chars() {
        match c {
            '%' => uri.push_str("%25"),
            '?' => uri.push_str("%3f"),
            '#' => uri.push_str("%23"),
            c => uri.push(c),
        }
    }
    uri.push('?');
    uri.push_str(parameter);
    uri
}
