//! What `tandem models` prints for people.

use comfy_table::{Table, presets};
use tandem_engine::hub::{
    Band, CompanionChoice, CuratedModel, FileState, Listing, ModelCard, Role, SearchHit, State,
    VerifyReport, bytes,
};

use crate::output::one_line;

/// The models on this machine.
pub(super) fn models(listing: &Listing) -> String {
    let mut table = table(&["model", "size", "role", "state"]);
    for model in &listing.models {
        let state = match &model.state {
            State::Whole if model.outdated => "whole, older commit".to_owned(),
            State::Whole => "whole".to_owned(),
            State::Incomplete(reason) => format!("incomplete: {}", one_line(reason)),
            State::Unavailable => "its disk is not connected".to_owned(),
        };
        table.add_row([
            one_line(&model.name),
            bytes(model.bytes),
            role(&model.role),
            state,
        ]);
    }
    let mut text = if listing.models.is_empty() {
        "no models yet; `tandem models search qwen` finds some, and the built-in one is always there\n".to_owned()
    } else {
        lines(&table)
    };
    for notice in &listing.notices {
        text.push_str(&one_line(notice));
        text.push('\n');
    }
    text
}

/// What a search found.
pub(super) fn found(curated: &[CuratedModel], hits: &[SearchHit]) -> String {
    let mut table = table(&["model", "about"]);
    for CuratedModel { entry, available } in curated {
        let seen = match available {
            Some(true) => "",
            Some(false) => ", unavailable: the hub does not know it",
            None if entry.verified => "",
            None => ", not seen on the hub yet",
        };
        table.add_row([
            entry.model.to_string(),
            format!("curated: {}{seen}", entry.title),
        ]);
    }
    for hit in hits.iter().filter(|hit| {
        !curated
            .iter()
            .any(|curated| curated.entry.model == hit.repo)
    }) {
        let gated = if hit.gated { ", gated" } else { "" };
        let mlx = if hit.mlx { "MLX" } else { "another form" };
        table.add_row([
            hit.repo.to_string(),
            format!("{mlx}, {} downloads{gated}", hit.downloads),
        ]);
    }
    if curated.is_empty() && hits.is_empty() {
        "nothing found\n".to_owned()
    } else {
        lines(&table)
    }
}

/// What a model is.
pub(super) fn card(card: &ModelCard, context: usize) -> String {
    let mut rows = vec![
        ("model", card.repo.to_string()),
        ("what", role(&card.role)),
        (
            "size",
            format!(
                "{}, {} to download",
                bytes(card.bytes),
                bytes(card.bytes_to_fetch)
            ),
        ),
    ];
    if card.gated {
        rows.push((
            "gated",
            "its terms must be accepted on the hub first".to_owned(),
        ));
    }
    let drafts = match &card.installed_companion {
        Some(CompanionChoice::Paired(companion)) => format!("{}, paired by you", companion.name),
        Some(CompanionChoice::Fits(companion)) => format!("{}, which fits", companion.name),
        Some(CompanionChoice::Inside) => "its own companion".to_owned(),
        Some(CompanionChoice::None) => "none".to_owned(),
        None => String::new(),
    };
    let companion = match (card.companions.first(), &card.release) {
        _ if card.companion_inside => "inside its own weights".to_owned(),
        (Some(offer), _) => format!("{}, {}", offer.repo, bytes(offer.bytes)),
        _ if card.role == Role::Companion => "it is one".to_owned(),
        (None, Some(release)) => format!(
            "none of its own, but {} holds one ({}): `tandem models pull {} --companion` fetches {} and takes it out",
            release.repo,
            bytes(release.companion_bytes),
            card.repo,
            bytes(release.bytes)
        ),
        // What is here needs no other.
        (None, None) if !matches!(drafts.as_str(), "" | "none") => String::new(),
        (None, None) => "none found that fits".to_owned(),
    };
    if !companion.is_empty() {
        rows.push(("companion", companion));
    }
    if let Some(memory) = &card.memory {
        let verdict = match card.band {
            Some(Band::Safe) => "fits this machine",
            Some(Band::Tight) => "fits this machine with little to spare",
            Some(Band::Refuse) => "does not fit this machine",
            None => "the size of this machine's memory is unknown",
        };
        rows.push((
            "memory",
            format!(
                "{} for {context} tokens (weights {}, companion {}, caches {}); {verdict}",
                bytes(memory.total()),
                bytes(memory.weights),
                bytes(memory.companion),
                bytes(memory.cache + memory.states)
            ),
        ));
    }
    let disk = match card.disk_free {
        Some(free) if free < card.bytes_to_fetch => format!("{} free: not enough", bytes(free)),
        Some(free) => format!("{} free", bytes(free)),
        None => "unknown".to_owned(),
    };
    rows.push(("disk", disk));
    let installed = card
        .installed
        .as_ref()
        .map_or("no".to_owned(), |model| model.folder.display().to_string());
    rows.push(("installed", installed));
    if !drafts.is_empty() {
        rows.push(("drafts by", drafts));
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (name, value) in rows {
        table.add_row([name, &one_line(&value)]);
    }
    lines(&table)
}

/// What verifying found.
pub(super) fn report(report: &VerifyReport) -> String {
    let mut table = table(&["file", "size", "state"]);
    for file in &report.files {
        let state = match file.state {
            FileState::Good => "good",
            FileState::Damaged => "damaged",
            FileState::Missing => "missing",
            FileState::Unknown => "nothing to compare with",
        };
        table.add_row([one_line(&file.path), bytes(file.bytes), state.to_owned()]);
    }
    lines(&table)
}

fn role(role: &Role) -> String {
    match role {
        Role::Model => "model".to_owned(),
        Role::ModelWithCompanion => "model with companion".to_owned(),
        Role::Companion => "companion".to_owned(),
        Role::Unsupported(reason) => format!("not for Tandem: {}", one_line(reason)),
    }
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(header.iter().copied());
    table
}

/// The table without the spaces that fill its lines.
fn lines(table: &Table) -> String {
    table
        .lines()
        .map(|line| format!("{}\n", line.trim()))
        .collect()
}
