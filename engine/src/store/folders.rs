//! Folders of chats, and presets to begin chats with.

use rusqlite::{OptionalExtension, params};

use super::clock;
use super::connection::Store;
use super::error::{Result, StoreError};
use super::record::{Folder, FolderId, Parameters, Preset, PresetId};
use super::rows;

impl Store {
    /// All folders, by name.
    pub fn folders(&self) -> Result<Vec<Folder>> {
        self.read(|db| {
            let mut statement = db.prepare_cached("SELECT id, name FROM folder ORDER BY name")?;
            let folders = statement.query_map([], |row| {
                Ok(Folder {
                    id: row.get(0)?,
                    name: row.get(1)?,
                })
            })?;
            Ok(folders.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// A new folder. Two of the same name (but for case) are refused.
    pub fn create_folder(&self, name: &str) -> Result<FolderId> {
        let name = proper_name(name)?;
        self.write(|db| {
            db.execute(
                "INSERT INTO folder (name, created_at) VALUES (?1, ?2)",
                params![name, clock::now()],
            )
            .map_err(|error| taken(error, "folder"))?;
            Ok(FolderId(db.last_insert_rowid()))
        })
    }

    /// Gives a folder another name.
    pub fn rename_folder(&self, id: FolderId, name: &str) -> Result<()> {
        let name = proper_name(name)?;
        self.write(|db| {
            let changed = db
                .execute(
                    "UPDATE folder SET name = ?2 WHERE id = ?1",
                    params![id, name],
                )
                .map_err(|error| taken(error, "folder"))?;
            found(changed, StoreError::NoSuchFolder(id))
        })
    }

    /// Deletes a folder. Its chats stay, in no folder.
    pub fn delete_folder(&self, id: FolderId) -> Result<()> {
        self.write(|db| {
            let changed = db.execute("DELETE FROM folder WHERE id = ?1", [id])?;
            found(changed, StoreError::NoSuchFolder(id))
        })
    }

    /// All presets, by name.
    pub fn presets(&self) -> Result<Vec<Preset>> {
        self.read(|db| {
            let mut statement = db.prepare_cached(
                "SELECT id, name, system_prompt, parameters FROM preset ORDER BY name",
            )?;
            let presets = statement.query_map([], |row| {
                Ok(Preset {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    system_prompt: row.get(2)?,
                    parameters: rows::parameters(&row.get::<_, String>(3)?),
                })
            })?;
            Ok(presets.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Keeps a preset under a name, in place of the one that had it.
    pub fn save_preset(
        &self,
        name: &str,
        system_prompt: &str,
        parameters: &Parameters,
    ) -> Result<PresetId> {
        let name = proper_name(name)?;
        self.write(|db| {
            db.execute(
                "INSERT INTO preset (name, system_prompt, parameters) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (name) DO UPDATE SET system_prompt = ?2, parameters = ?3",
                params![name, system_prompt, rows::to_text(parameters)?],
            )?;
            let id = db
                .query_row("SELECT id FROM preset WHERE name = ?1", [name], |row| {
                    row.get(0)
                })
                .optional()?;
            id.ok_or(StoreError::Database { code: 0 })
        })
    }

    /// Deletes a preset. Chats begun with it keep what they took from it.
    pub fn delete_preset(&self, id: PresetId) -> Result<()> {
        self.write(|db| {
            let changed = db.execute("DELETE FROM preset WHERE id = ?1", [id])?;
            found(
                changed,
                StoreError::Refused(format!("there is no preset {id}")),
            )
        })
    }
}

fn proper_name(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > super::chats::LONGEST_TITLE {
        return Err(StoreError::Refused(
            "a name must have between 1 and 200 characters".to_owned(),
        ));
    }
    Ok(name)
}

fn taken(error: rusqlite::Error, what: &str) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ffi::ErrorCode::ConstraintViolation) => {
            StoreError::Refused(format!("there is already a {what} of that name"))
        }
        _ => error.into(),
    }
}

fn found(changed: usize, missing: StoreError) -> Result<()> {
    if changed == 0 { Err(missing) } else { Ok(()) }
}
