//! `tandem models pull`.

use tandem_engine::hub::{
    Download, DownloadOptions, DownloadRequest, Downloader, HubError, Part, Phase, RepoId, Shop,
    bytes,
};

use crate::{
    args::PullArgs, failure::Failure, interrupt::Held, output::Output, progress::Progress,
};

/// Downloads a model and, if it is to have one, its companion. Ctrl-C keeps what has arrived.
pub(super) async fn run(args: PullArgs, shop: &Shop) -> Result<(), Failure> {
    let model: RepoId = args.model.parse()?;
    let mut requests = vec![DownloadRequest {
        revision: args.revision,
        ..DownloadRequest::new(model.clone())
    }];
    if !args.no_companion {
        requests.extend(companion(&model, args.companion, shop).await?);
    }
    let downloader = Downloader::new(
        shop.client.clone(),
        shop.library.clone(),
        DownloadOptions::default(),
    );
    let downloads: Vec<Download> = requests
        .into_iter()
        .map(|request| downloader.start(request))
        .collect();
    let mut output = Output::new();
    let mut held = Held::new()?;
    for download in &downloads {
        let folder = tokio::select! {
            ended = follow(download) => ended?,
            () = held.pressed() => {
                stop(&downloads).await;
                return Err(Failure::Interrupted);
            }
        };
        let DownloadRequest { repo, part, .. } = download.request();
        output.text(&match part {
            Part::Model => format!("{repo} is ready: {}\n", folder.display()),
            Part::Companion => {
                let companion = shop.library.keep_companion(repo, &folder).await?;
                shop.library.pair(model.as_str(), &companion.name)?;
                format!(
                    "{} is taken out of {repo} and drafts for {model}: {}\n",
                    companion.name,
                    companion.folder.display()
                )
            }
        })?;
    }
    Ok(())
}

/// Stops all downloads in good order, so that what has arrived is recorded.
async fn stop(downloads: &[Download]) {
    for download in downloads {
        download.pause();
    }
    for download in downloads {
        let over =
            |phase: &Phase| matches!(phase, Phase::Paused | Phase::Done(_) | Phase::Failed(_));
        // A download that has ended by itself needs no waiting.
        let _ = download
            .progress()
            .wait_for(|progress| over(&progress.phase))
            .await;
    }
}

/// The companion to bring along: the curated one, or, if the user asks for it, one that is searched for, or the one
/// inside a full release.
async fn companion(
    model: &RepoId,
    asked: bool,
    shop: &Shop,
) -> Result<Option<DownloadRequest>, HubError> {
    if !asked && shop.catalogue.companions_of(model).is_empty() {
        return Ok(None);
    }
    let card = shop.card(model, 1, None).await?;
    if let Some(offer) = card.companions.into_iter().next() {
        return Ok(Some(DownloadRequest::new(offer.repo)));
    }
    match card.release {
        // Many times larger than a companion, so only if asked for.
        Some(release) if asked => Ok(Some(DownloadRequest {
            part: Part::Companion,
            ..DownloadRequest::new(release.repo)
        })),
        None if asked && !card.companion_inside => Err(HubError::NoCompanion {
            repo: model.to_string(),
        }),
        _ => Ok(None),
    }
}

/// Shows a download until it ends.
async fn follow(download: &Download) -> Result<std::path::PathBuf, HubError> {
    let bar = Progress::bytes();
    let mut shown = download.progress();
    let finished = download.finished();
    tokio::pin!(finished);
    loop {
        tokio::select! {
            ended = &mut finished => return ended,
            changed = shown.changed() => {
                if changed.is_err() {
                    return finished.await;
                }
                let progress = shown.borrow_and_update().clone();
                bar.set_bytes(told(download, &progress), progress.bytes, progress.total);
            }
        }
    }
}

/// What the bar says of a download.
fn told(download: &Download, progress: &tandem_engine::hub::Progress) -> String {
    let repo = &download.request().repo;
    match &progress.phase {
        Phase::Listing => format!("{repo}: asking the hub"),
        Phase::Checking => format!("{repo}: checking"),
        Phase::Downloading(Some(reason)) => reason.clone(),
        _ => format!(
            "{repo}, {}/s{}",
            bytes(progress.bytes_per_second as u64),
            progress.seconds_left.map(left).unwrap_or_default()
        ),
    }
}

fn left(seconds: u64) -> String {
    match seconds {
        0..60 => format!(", {seconds} s left"),
        60..3600 => format!(", {} min left", seconds.div_ceil(60)),
        _ => format!(", {:.1} h left", seconds as f64 / 3600.0),
    }
}
