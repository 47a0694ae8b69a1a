//! Requests to the hub: every one through here, so that token, mirror, redirects and errors are treated alike.

use std::error::Error as _;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use reqwest::header::{HeaderMap, LOCATION, RANGE, RETRY_AFTER};
use reqwest::{Response, StatusCode, Url, redirect};

use super::access::{Access, DEFAULT_ENDPOINT, Token};
use crate::hub::error::{HubError, HubResult};
use crate::hub::repo::RepoId;

/// The most redirects followed for one request.
const MOST_REDIRECTS: usize = 10;

/// Asks one hub.
#[derive(Debug, Clone)]
pub struct HubClient {
    http: reqwest::Client,
    access: Arc<Access>,
    /// Clones share it, so that downloads that wait for a token get it.
    token: Arc<RwLock<Option<Token>>>,
    patience: Duration,
}

/// What a request was about, for the error.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    pub(crate) repo: &'a RepoId,
    pub(crate) revision: &'a str,
    pub(crate) file: Option<&'a str>,
}

/// An answer, and the address that gave it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) response: Response,
    pub(crate) url: Url,
}

impl HubClient {
    /// A client of the hub that `access` names. An answer that has not begun after `patience` counts as stalled.
    /// Proxies are those of the environment or the system.
    ///
    /// # Errors
    /// [`HubError::Offline`] if the system's certificates cannot be read.
    pub fn new(access: Access, patience: Duration) -> HubResult<Self> {
        // The first one wins; another part of the program may have chosen already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .connect_timeout(patience)
            .user_agent(concat!("tandem/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| HubError::Offline {
                host: host(&access.endpoint),
                reason: innermost(error),
            })?;
        Ok(Self {
            http,
            token: Arc::new(RwLock::new(access.token.clone())),
            access: Arc::new(access),
            patience,
        })
    }

    /// Whether requests carry a token.
    pub fn has_token(&self) -> bool {
        self.token().is_some()
    }

    /// Asks in the name of `access` from now on, as do all clones. The hub stays the same.
    pub fn renew_token(&self, access: &Access) {
        *self.token.write().unwrap_or_else(PoisonError::into_inner) = access.token.clone();
    }

    fn token(&self) -> Option<Token> {
        let token = self.token.read().unwrap_or_else(PoisonError::into_inner);
        token.clone()
    }

    /// An address on the hub; the parts are escaped.
    pub(crate) fn url(&self, parts: &[&str]) -> Url {
        let mut url = self.access.endpoint.clone();
        // Fails only for addresses that cannot have a path, which `Access` refuses.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(parts);
        }
        url
    }

    /// The address of a file at a commit.
    pub(crate) fn file_url(&self, repo: &RepoId, commit: &str, file: &str) -> Url {
        let parts: Vec<&str> = repo
            .as_str()
            .split('/')
            .chain(["resolve", commit])
            .chain(file.split('/'))
            .collect();
        self.url(&parts)
    }

    /// Whether the address is on the hub itself.
    pub(crate) fn is_hub(&self, url: &Url) -> bool {
        self.access.is_hub(url)
    }

    /// Sends a GET and follows redirects. The token goes to the hub alone; a redirect to the default hub goes to the
    /// mirror, if one is set; one from https to http is refused.
    pub(crate) async fn get(&self, url: Url, range: Option<(u64, u64)>) -> HubResult<Answer> {
        let mut url = url;
        for _ in 0..=MOST_REDIRECTS {
            let mut request = self.http.get(url.clone());
            if let (Some(token), true) = (self.token(), self.is_hub(&url)) {
                request = request.bearer_auth(token.secret());
            }
            if let Some((start, end)) = range {
                request = request.header(RANGE, format!("bytes={start}-{}", end.saturating_sub(1)));
            }
            let response = match tokio::time::timeout(self.patience, request.send()).await {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => return Err(network(&url, error)),
                Err(_) => return Err(HubError::Stalled { host: host(&url) }),
            };
            if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED
            {
                return Ok(Answer { response, url });
            }
            url = self.next(&url, response.headers())?;
        }
        Err(HubError::BadAnswer {
            host: host(&url),
            reason: "it redirects in a circle".to_owned(),
        })
    }

    fn next(&self, from: &Url, headers: &HeaderMap) -> HubResult<Url> {
        let bad = |reason: &str| HubError::BadAnswer {
            host: host(from),
            reason: reason.to_owned(),
        };
        let location = headers
            .get(LOCATION)
            .and_then(|value| value.to_str().ok())
            .ok_or_else(|| bad("it redirects nowhere"))?;
        let mut to = from
            .join(location)
            .map_err(|_| bad("it redirects to no address"))?;
        if from.scheme() == "https" && to.scheme() != "https" {
            return Err(bad("it redirects to an address without encryption"));
        }
        if to.origin().ascii_serialization() == DEFAULT_ENDPOINT && !self.is_hub(&to) {
            let base = self.access.endpoint.path().trim_end_matches('/');
            let path = format!("{base}{}", to.path());
            let query = to.query().map(str::to_owned);
            to = self.access.endpoint.clone();
            to.set_path(&path);
            to.set_query(query.as_deref());
        }
        Ok(to)
    }

    /// The answer's body, if it is good and at most `limit` bytes long.
    pub(crate) async fn body(
        &self,
        answer: Answer,
        about: About<'_>,
        limit: usize,
    ) -> HubResult<Vec<u8>> {
        let host = host(&answer.url);
        let body = self.start_of_body(answer, about, limit as u64 + 1).await?;
        if body.len() > limit {
            return Err(HubError::BadAnswer {
                host,
                reason: format!("it is longer than {limit} bytes"),
            });
        }
        Ok(body)
    }

    /// The answer's body, if it is good, heard until `enough` bytes have come.
    pub(crate) async fn start_of_body(
        &self,
        answer: Answer,
        about: About<'_>,
        enough: u64,
    ) -> HubResult<Vec<u8>> {
        let Answer { mut response, url } = answer;
        if !response.status().is_success() {
            return Err(self.refusal(&response, &url, about));
        }
        let mut body = Vec::new();
        while (body.len() as u64) < enough {
            let chunk = match tokio::time::timeout(self.patience, response.chunk()).await {
                Ok(Ok(Some(chunk))) => chunk,
                Ok(Ok(None)) => return Ok(body),
                Ok(Err(error)) => return Err(network(&url, error)),
                Err(_) => return Err(HubError::Stalled { host: host(&url) }),
            };
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// What an answer that is no success means.
    pub(crate) fn refusal(&self, response: &Response, url: &Url, about: About<'_>) -> HubError {
        let header = |name: &str| {
            response
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
                .unwrap_or("")
        };
        let (status, code) = (response.status(), header("x-error-code"));
        let (repo, with_token) = (about.repo.to_string(), self.has_token());
        let host = host(url);
        match (status.as_u16(), code) {
            (407, _) => HubError::Proxy,
            (429, _) => HubError::RateLimited {
                host,
                wait_s: header(RETRY_AFTER.as_str()).trim().parse().ok(),
            },
            (408 | 500..=599, _) => HubError::Server {
                host,
                status: status.as_u16(),
            },
            // Another host than the hub refuses an expired link; the hub gives a fresh one.
            (400 | 401 | 403 | 404 | 410, _) if !self.is_hub(url) => HubError::Server {
                host,
                status: status.as_u16(),
            },
            (_, "GatedRepo") => HubError::Gated {
                page: self.url(&repo.split('/').collect::<Vec<_>>()).to_string(),
                repo,
                with_token,
            },
            (_, "DisabledRepo") => HubError::Disabled { repo },
            (_, "RevisionNotFound") => HubError::NoRevision {
                repo,
                revision: about.revision.to_owned(),
            },
            (_, "EntryNotFound") => HubError::NoFile {
                repo,
                file: about.file.unwrap_or("a file").to_owned(),
            },
            (_, "RepoNotFound") => HubError::NoRepository { repo, with_token },
            (401, _) if with_token => HubError::BadToken,
            (404, _) if about.file.is_some() => HubError::NoFile {
                repo,
                file: about.file.unwrap_or_default().to_owned(),
            },
            (401 | 403 | 404, _) => HubError::NoRepository { repo, with_token },
            (other, _) => HubError::BadAnswer {
                host,
                reason: format!("status {other}"),
            },
        }
    }
}

/// The host of an address, for an error: no path, no signature.
pub(crate) fn host(url: &Url) -> String {
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) => host.to_owned(),
        _ => "the hub".to_owned(),
    }
}

/// What a failure of the network means.
pub(crate) fn network(url: &Url, error: reqwest::Error) -> HubError {
    let connecting = error.is_connect();
    let timeout = error.is_timeout();
    let reason = innermost(error);
    let host = host(url);
    if reason.contains("proxy auth") {
        HubError::Proxy
    } else if connecting {
        HubError::Offline { host, reason }
    } else if timeout {
        HubError::Stalled { host }
    } else {
        HubError::Broken { host, reason }
    }
}

/// The innermost cause, which says most, without an address that may hold a signature.
fn innermost(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = cause.to_string();
        source = cause.source();
    }
    text
}
