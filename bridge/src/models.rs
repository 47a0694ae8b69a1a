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
        Access, Catalogue, DownloadOptions, Downloader, HubClient, HubError, ImportMode, Library,
        MachineMemory, Shop, Token, keep_token, kept_token, models_dir, roots, set_models_dir,
    },
};

use crate::{
    downloads::{self, DownloadWish, ModelDownload},
    failure::{Failure, Outcome},
    listeners::{DownloadListener, ProgressListener},
    model_records::{
        CuratedEntry, HubHit, MachineRecord, ModelFinding, ModelListing, ModelOffer, ModelPlace,
        ModelRecord, VerifiedFile, verified,
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
    /// The address of another hub than the environment's.
    mirror: Option<String>,
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
        mirror: Option<String>,
    ) -> Arc<Self> {
        Arc::new(Self {
            library: Library::open(home.path(), folder),
            home,
            hub: OnceLock::new(),
            memory,
            mirror,
        })
    }

    fn hub(&self) -> Outcome<&Hub> {
        if let Some(hub) = self.hub.get() {
            return Ok(hub);
        }
        let options = DownloadOptions::default();
        let client = HubClient::new(access(&self.home, self.mirror.as_deref())?, options.stall)?;
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
        let (shop, memory, home) = (self.hub()?.shop.clone(), self.memory, self.home.clone());
        run(async move {
            if name == builtin::NAME {
                let card = shop.builtin_card(&home, size(context), memory).await?;
                return Ok(card.into());
            }
            let card = shop.show(&name, size(context), memory).await?;
            Ok::<_, Failure>(card.into())
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

    /// Downloads a repository, or goes on with it. A download that runs already is not started again.
    ///
    /// # Errors
    /// `InvalidRequest` for what is no repository's name, `Network` if no connection can be made at all; everything else
    /// is told to the listener.
    pub fn pull(
        &self,
        wish: DownloadWish,
        listener: Arc<dyn DownloadListener>,
    ) -> Outcome<Arc<ModelDownload>> {
        let request = wish.try_into()?;
        let downloader = &self.hub()?.downloader;
        let download = {
            let _within = runtime()?.enter();
            downloader.start(request)
        };
        downloads::follow(download, downloader.clone(), listener)
    }

    /// Downloads that an earlier run left unfinished; [`pull`](Self::pull) goes on with them.
    ///
    /// # Errors
    /// `Files` if the list of what was fetched cannot be read.
    pub async fn unfinished(&self) -> Outcome<Vec<DownloadWish>> {
        let downloader = self.hub()?.downloader.clone();
        run_blocking(move || {
            let requests = downloader.unfinished()?;
            Ok::<_, HubError>(requests.into_iter().map(DownloadWish::from).collect())
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
            let progress = move |done, total| listener.on_progress(done, total);
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
            let progress = move |done, total| listener.on_progress(done, total);
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

    /// Whether the user has chosen that folder.
    ///
    /// # Errors
    /// `Internal` alone.
    pub async fn has_chosen_folder(&self) -> Outcome<bool> {
        let home = self.home.clone();
        run_blocking(move || Ok::<_, Failure>(models_dir(home.path()).is_some())).await
    }

    /// Chooses the folder that downloads go to, or with `None` the usual one. [`BridgeEngine::models`] gives the models
    /// of that folder from then on; these here stay with the old one.
    ///
    /// [`BridgeEngine::models`]: crate::BridgeEngine::models
    ///
    /// # Errors
    /// `InvalidRequest` for what is no folder, `Files` if the choice cannot be written down.
    pub async fn choose_folder(&self, folder: Option<String>) -> Outcome<()> {
        let home = self.home.clone();
        run_blocking(move || {
            set_models_dir(home.path(), folder.as_deref().map(Path::new))?;
            Ok::<_, HubError>(())
        })
        .await
    }

    /// Every folder that models are looked for in, the one that downloads go to first.
    ///
    /// # Errors
    /// `Files` if the list cannot be read.
    pub async fn places(&self) -> Outcome<Vec<ModelPlace>> {
        self.with_library(|library| {
            Ok(library.roots()?.into_iter().map(ModelPlace::from).collect())
        })
        .await
    }

    /// What is wrong with the models on this machine.
    ///
    /// # Errors
    /// `Files` if a folder cannot be read.
    pub async fn check_up(&self) -> Outcome<Vec<ModelFinding>> {
        let library = self.library.clone();
        run(async move {
            let findings = library.doctor().await?;
            Ok::<_, HubError>(findings.into_iter().map(ModelFinding::from).collect())
        })
        .await
    }

    /// This machine's memory, where it is known.
    pub fn machine(&self) -> Option<MachineRecord> {
        self.memory.map(MachineRecord::from)
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

    /// Whether the hub is asked with a token.
    ///
    /// # Errors
    /// `InvalidRequest` if the environment names no hub.
    pub async fn has_token(&self) -> Outcome<bool> {
        let (home, mirror) = (self.home.clone(), self.mirror.clone());
        run_blocking(move || Ok::<_, HubError>(access(&home, mirror.as_deref())?.has_token())).await
    }

    /// Keeps a token of the hub, or removes it, and asks with it from now on, also for downloads that have begun.
    ///
    /// # Errors
    /// `NoAccess` if the Keychain refuses or for what can be no token, `Files` if it cannot be written.
    pub async fn keep_token(&self, token: Option<String>) -> Outcome<()> {
        let (home, mirror, client) = (
            self.home.clone(),
            self.mirror.clone(),
            self.hub.get().map(|hub| hub.shop.client.clone()),
        );
        run_blocking(move || {
            let token = token
                .map(|text| Token::new(&text).ok_or(HubError::BadToken))
                .transpose()?;
            keep_token(home.path(), token.as_ref())?;
            if let Some(client) = client {
                client.renew_token(&access(&home, mirror.as_deref())?);
            }
            Ok::<_, HubError>(())
        })
        .await
    }
}

fn access(home: &Home, mirror: Option<&str>) -> Result<Access, HubError> {
    let variables = |name: &str| match (name, mirror) {
        ("HF_ENDPOINT", Some(address)) => Some(address.to_owned()),
        _ => roots::environment(name),
    };
    Access::from_environment(home.path(), kept_token(), &variables)
}
