//! Models: on this machine, on the hub, and on their way here.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use tandem_engine::{
    builtin,
    companion::split,
    home::Home,
    hub::{
        Access, Catalogue, DownloadOptions, DownloadRequest, Downloader, HubClient, HubError,
        ImportMode, Library, MachineMemory, Part, Shop, Token, keep_token, kept_token, roots,
    },
};

use crate::{
    downloads::{self, ModelDownload},
    failure::{Failure, Outcome},
    listeners::{DownloadListener, ProgressListener},
    model_records::{
        CuratedEntry, HubHit, ModelListing, ModelOffer, ModelRecord, VerifiedFile, verified,
    },
    request::{ModelFolders, shown, size},
    runtime::{run, run_blocking, runtime},
};

/// The models on this machine and on the hub.
#[derive(Debug, uniffi::Object)]
pub struct Models {
    home: Home,
    library: Library,
    /// Made when the hub is first asked: what is here must be usable without it.
    hub: OnceLock<Hub>,
    memory: Option<MachineMemory>,
}

/// The way to the hub.
#[derive(Debug)]
struct Hub {
    shop: Shop,
    downloader: Downloader,
}

impl Models {
    pub(crate) fn open(
        home: Home,
        folder: Option<&Path>,
        memory: Option<MachineMemory>,
    ) -> Arc<Self> {
        Arc::new(Self {
            library: Library::open(home.path(), folder),
            home,
            hub: OnceLock::new(),
            memory,
        })
    }

    fn hub(&self) -> Outcome<&Hub> {
        if let Some(hub) = self.hub.get() {
            return Ok(hub);
        }
        let options = DownloadOptions::default();
        let access = Access::from_environment(self.home.path(), kept_token(), &roots::environment)?;
        let client = HubClient::new(access, options.stall)?;
        Ok(self.hub.get_or_init(|| Hub {
            downloader: Downloader::new(client.clone(), self.library.clone(), options),
            shop: Shop {
                client,
                library: self.library.clone(),
                catalogue: Catalogue::built_in(),
            },
        }))
    }

    async fn with_library<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Library) -> Result<T, HubError> + Send + 'static,
    ) -> Outcome<T> {
        let library = self.library.clone();
        run_blocking(move || work(&library)).await
    }
}

#[uniffi::export]
impl Models {
    /// The models on this machine.
    ///
    /// # Errors
    /// `Files` if the list of what was fetched cannot be read.
    pub async fn list(&self) -> Outcome<ModelListing> {
        self.with_library(|library| Ok(library.list_blocking()?.into()))
            .await
    }

    /// The folders to load for a model by name (`pocket` is the built-in one), with the companion that drafts for it.
    ///
    /// # Errors
    /// `NotFound` if it is not here.
    pub async fn folders(&self, name: String) -> Outcome<ModelFolders> {
        let (home, library) = (self.home.clone(), self.library.clone());
        run_blocking(move || {
            let spec = if name == builtin::NAME {
                builtin::pocket(&home)?
            } else {
                library.spec_of(&library.find(&name)?)?
            };
            Ok::<_, Failure>(spec.into())
        })
        .await
    }

    /// What a repository is and whether it fits, for texts of `context` tokens. Without the hub, what is here.
    ///
    /// # Errors
    /// What the hub says.
    pub async fn show(&self, name: String, context: u64) -> Outcome<ModelOffer> {
        let (shop, memory) = (self.hub()?.shop.clone(), self.memory);
        run(async move {
            let card = shop.show(&name, size(context), memory).await?;
            Ok::<_, HubError>(card.into())
        })
        .await
    }

    /// The curated models that match a few words.
    ///
    /// # Errors
    /// `Network` if no connection can be made at all; the hub need not answer.
    pub async fn curated(&self, words: String) -> Outcome<Vec<CuratedEntry>> {
        let shop = self.hub()?.shop.clone();
        run(async move {
            let models = shop.curated(&words).await;
            Ok::<_, HubError>(models.into_iter().map(CuratedEntry::from).collect())
        })
        .await
    }

    /// Repositories on the hub that match a few words, `most` of them.
    ///
    /// # Errors
    /// What the hub says.
    pub async fn search(&self, words: String, most: u32) -> Outcome<Vec<HubHit>> {
        let client = self.hub()?.shop.client.clone();
        run(async move {
            let hits = client.search(&words, size(most.into())).await?;
            Ok::<_, HubError>(hits.into_iter().map(HubHit::from).collect())
        })
        .await
    }

    /// Downloads a repository, or goes on with it; with `companion_only`, the part of a full release that holds its
    /// companion.
    ///
    /// # Errors
    /// `InvalidRequest` for what is no repository's name, `Network` if no connection can be made at all; everything else
    /// is told to the listener.
    pub fn pull(
        &self,
        name: String,
        companion_only: bool,
        listener: Arc<dyn DownloadListener>,
    ) -> Outcome<Arc<ModelDownload>> {
        let request = DownloadRequest {
            part: if companion_only {
                Part::Companion
            } else {
                Part::Model
            },
            ..DownloadRequest::new(name.parse()?)
        };
        let downloader = &self.hub()?.downloader;
        let download = {
            let _within = runtime()?.enter();
            downloader.start(request)
        };
        downloads::follow(download, downloader.clone(), listener)
    }

    /// Repositories whose download an earlier run left unfinished.
    ///
    /// # Errors
    /// `Files` if the list of what was fetched cannot be read.
    pub async fn unfinished(&self) -> Outcome<Vec<String>> {
        let downloader = self.hub()?.downloader.clone();
        run_blocking(move || {
            let requests = downloader.unfinished()?;
            Ok::<_, HubError>(
                requests
                    .into_iter()
                    .map(|request| request.repo.into())
                    .collect(),
            )
        })
        .await
    }

    /// Takes the companion out of a fetched release and keeps it as a model of its own, paired with `model`.
    ///
    /// # Errors
    /// Whatever is wrong with the release.
    pub async fn keep_companion(
        &self,
        release: String,
        folder: String,
        model: String,
    ) -> Outcome<ModelRecord> {
        let library = self.library.clone();
        run(async move {
            let kept = library
                .keep_companion(&release.parse()?, Path::new(&folder))
                .await?;
            library.pair(&model, &kept.name)?;
            Ok::<_, HubError>(kept.into())
        })
        .await
    }

    /// Makes a folder's model known, by a link or by a copy.
    ///
    /// # Errors
    /// `InvalidRequest` with what is wrong with the folder.
    pub async fn import_folder(
        &self,
        folder: String,
        copy: bool,
        listener: Arc<dyn ProgressListener>,
    ) -> Outcome<ModelRecord> {
        let library = self.library.clone();
        let mode = if copy {
            ImportMode::Copy
        } else {
            ImportMode::Link
        };
        run(async move {
            let progress = move |done, total| {
                listener.on_progress(done, total);
                true
            };
            let model = library.import(Path::new(&folder), mode, progress).await?;
            Ok::<_, HubError>(model.into())
        })
        .await
    }

    /// Writes the companion inside a model's folder into a folder of its own; the bytes written.
    ///
    /// # Errors
    /// `NotFound` if there is none inside.
    pub async fn split(&self, folder: String, out: String) -> Outcome<u64> {
        run_blocking(move || split(Path::new(&folder), Path::new(&out))).await
    }

    /// Pairs a model with a companion, both by name.
    ///
    /// # Errors
    /// `NotFound`, `CompanionMismatch`.
    pub async fn pair(&self, model: String, companion: String) -> Outcome<()> {
        self.with_library(move |library| library.pair(&model, &companion).map(drop))
            .await
    }

    /// Forgets the pair of a model; `true` if there was one.
    ///
    /// # Errors
    /// `Files` if that cannot be written down.
    pub async fn unpair(&self, model: String) -> Outcome<bool> {
        self.with_library(move |library| library.unpair(&model))
            .await
    }

    /// Reads every byte of a model again.
    ///
    /// # Errors
    /// `NotFound` if it is not here.
    pub async fn verify(
        &self,
        name: String,
        listener: Arc<dyn ProgressListener>,
    ) -> Outcome<Vec<VerifiedFile>> {
        let library = self.library.clone();
        run(async move {
            let model = library.find(&name)?;
            let progress = move |done, total| {
                listener.on_progress(done, total);
                true
            };
            library.verify(&model, progress).await.map(verified)
        })
        .await
    }

    /// Deletes a model that Tandem fetched; the bytes that this freed.
    ///
    /// # Errors
    /// `NotFound` if it is not here, `Files` if it is another program's.
    pub async fn delete(&self, name: String) -> Outcome<u64> {
        self.with_library(move |library| library.delete(&library.find(&name)?))
            .await
    }

    /// The folder that downloads go to.
    pub fn models_folder(&self) -> String {
        shown(self.library.models_root().to_owned())
    }

    /// Lists models in another folder too.
    ///
    /// # Errors
    /// `Files` if that cannot be written down.
    pub async fn add_folder(&self, folder: String) -> Outcome<()> {
        self.with_library(move |library| library.add_root(Path::new(&folder)))
            .await
    }

    /// Lists the models of a folder no more; `true` if it was listed.
    ///
    /// # Errors
    /// `Files` if that cannot be written down.
    pub async fn remove_folder(&self, folder: String) -> Outcome<bool> {
        self.with_library(move |library| library.remove_root(Path::new(&folder)))
            .await
    }

    /// Keeps a token of the hub for the next start, or removes it.
    ///
    /// # Errors
    /// `NoAccess` if the Keychain refuses, `InvalidRequest` for what can be no token.
    pub async fn keep_token(&self, token: Option<String>) -> Outcome<()> {
        let home = self.home.clone();
        run_blocking(move || {
            let token = token
                .map(|text| Token::new(&text).ok_or(HubError::BadToken))
                .transpose()?;
            keep_token(home.path(), token.as_ref())
        })
        .await
    }
}
