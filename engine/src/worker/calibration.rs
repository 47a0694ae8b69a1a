//! What was found out about drafting, kept for the next start.
//!
//! One file for each model, companion, machine and version, in a folder of the program's home. It
//! holds durations and rates, nothing of any text. A file that is missing or makes no sense is as
//! good as none: everything in it can be measured again.

use std::{
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use sha2::{Digest, Sha256};

use crate::{
    checkpoint::json,
    home::Home,
    hub,
    mlx::{Device, physical_memory},
    request::{CompanionSpec, ModelSpec},
    speculate::trial::Finding,
};

/// The folder in the program's home.
const FOLDER: &str = "calibration";
/// More than a file ever has, in bytes.
const LIMIT: u64 = 64 << 10;

/// The file of a model's calibration.
#[derive(Debug)]
pub(super) struct CalibrationFile {
    home: Home,
    name: String,
}

impl CalibrationFile {
    /// The file for a model as it lies on the disk now.
    /// `held` tells in which form its weights are held.
    pub(super) fn of(
        home: &Home,
        spec: &ModelSpec,
        device: &Device,
        held: &str,
        exact: bool,
    ) -> Self {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        };
        add(env!("CARGO_PKG_VERSION").as_bytes());
        add(device.name().as_bytes());
        add(held.as_bytes());
        add(&machine());
        add(&[u8::from(exact)]);
        add_folder(&mut add, &spec.target);
        if let CompanionSpec::Folder(folder) = &spec.companion {
            add_folder(&mut add, folder);
        }
        let name = format!("{}.json", hub::hex(&hash.finalize()));
        Self {
            home: home.clone(),
            name,
        }
    }

    /// What was written last.
    pub(super) fn read(&self) -> Option<Finding> {
        let file = self.home.path().join(FOLDER).join(&self.name);
        let text = json::read_file(&file, LIMIT).ok()??;
        let finding: Finding = serde_json::from_slice(&text).ok()?;
        match &finding {
            Finding::Fits(experience) if !experience.plausible() => None,
            _ => Some(finding),
        }
    }

    /// Replaces what was written last. That it cannot is no reason to fail: it will be measured
    /// again.
    pub(super) fn write(&self, finding: &Finding) {
        let written = || -> crate::Result<()> {
            let folder = self.home.folder(FOLDER)?;
            let file = folder.join(&self.name);
            let draft = folder.join(format!("{}.{}", self.name, std::process::id()));
            let text = serde_json::to_vec(finding)
                .map_err(|error| crate::EngineError::Backend(error.to_string()))?;
            fs::write(&draft, text)
                .and_then(|()| fs::rename(&draft, &file))
                .map_err(|error| crate::EngineError::io("write", &file, error))
        };
        if let Err(error) = written() {
            tracing::debug!(%error, "the calibration is not kept");
        }
    }
}

/// What tells one machine from another, as far as speed is concerned.
fn machine() -> Vec<u8> {
    let threads = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = physical_memory().unwrap_or(0);
    format!("{} {threads} {memory}", std::env::consts::ARCH).into_bytes()
}

/// Where a checkpoint lies, and which state its files are in.
fn add_folder(add: &mut impl FnMut(&[u8]), folder: &Path) {
    add(folder.as_os_str().as_encoded_bytes());
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|file| {
        file.extension()
            .is_some_and(|end| end == "safetensors" || end == "json")
    });
    files.sort();
    for file in files {
        let Ok(metadata) = fs::metadata(&file) else {
            continue;
        };
        let changed = metadata.modified().ok();
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        add(file.as_os_str().as_encoded_bytes());
        add(&metadata.len().to_le_bytes());
        add(&changed.map_or(0, |time| time.as_nanos()).to_le_bytes());
    }
}
