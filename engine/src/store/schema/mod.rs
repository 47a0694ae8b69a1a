//! The versions of the database and the way from each to the next.
//!
//! The version is SQLite's `user_version`. A migration runs in one transaction together with the change of that
//! number, and running it again on a database that already has it changes nothing: a version that was set back by
//! hand, or two processes that open an old file at once, do no harm.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::backup;
use super::error::{Result, StoreError};
use super::search;

/// "Tndm": tells our databases from other programs'.
pub(super) const APPLICATION_ID: i64 = 0x546e_646d;

/// The version that this program writes.
pub(super) const LATEST: i64 = MIGRATIONS.len() as i64;

type Migration = fn(&Transaction<'_>) -> Result<()>;

/// `MIGRATIONS[n]` leads from version n to n + 1.
const MIGRATIONS: [Migration; 3] = [
    |transaction| Ok(transaction.execute_batch(include_str!("v1.sql"))?),
    |transaction| {
        transaction.execute_batch(include_str!("v2.sql"))?;
        search::index_all_titles(transaction)
    },
    |transaction| Ok(transaction.execute_batch(include_str!("v3.sql"))?),
];

/// Brings the database up to [`LATEST`]. Before a migration of a database with content, a backup of `file` is made;
/// without one nothing is migrated.
pub(super) fn migrate(connection: &Connection, file: Option<&Path>) -> Result<()> {
    migrate_to(connection, file, LATEST)
}

pub(super) fn migrate_to(connection: &Connection, file: Option<&Path>, to: i64) -> Result<()> {
    loop {
        let from = version(connection)?;
        if from >= to {
            return Ok(());
        }
        if let Some(file) = file
            && from > 0
        {
            backup::make(connection, file, from)?;
        }
        step(connection, from)?;
    }
}

/// One migration, unless another process was faster.
fn step(connection: &Connection, from: i64) -> Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    if version(&transaction)? == from {
        let migration = usize::try_from(from)
            .ok()
            .and_then(|from| MIGRATIONS.get(from))
            .ok_or(StoreError::Damaged)?;
        migration(&transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", from + 1)?;
    }
    Ok(transaction.commit()?)
}

pub(super) fn version(connection: &Connection) -> Result<i64> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}
