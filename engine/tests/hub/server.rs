//! A Hugging Face hub on loopback that can be told to misbehave.
//!
//! Two listeners, as in life: the hub (repository information, small files, redirects for large ones) and the store
//! of large files that it redirects to. Both keep a log of every request.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha1::Sha1;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Which listener a request came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Hub,
    Store,
}

/// How a request is answered wrongly.
#[derive(Debug, Clone)]
pub enum Fault {
    /// The connection closes after so many bytes of the body.
    CutAfter(usize),
    /// Nothing comes after so many bytes of the body.
    StallAfter(usize),
    /// Nothing comes at all.
    NoAnswer,
    /// The connection closes at once.
    HangUp,
    /// These bytes come instead of an answer.
    Garbage(&'static [u8]),
    /// `Content-Length` is so much too large (or too small).
    WrongLength(i64),
    /// One byte of the body is another.
    FlipByte(usize),
    /// The whole file comes, whatever range is asked for.
    IgnoreRange,
    /// So many bytes more than asked for come, as if they belonged to it.
    TooMuch(usize),
    /// Only so many bytes of the range come, with right headers.
    ShortRange(u64),
    /// The range begins so much later than asked for.
    OtherRange(u64),
    /// 206 without `Content-Range`.
    NoContentRange,
    /// `Content-Range` tells another whole length.
    OtherTotal(u64),
    /// This status, with these headers, and this body.
    Answer(u16, &'static str, &'static str),
    /// The body comes in so small steps with a pause after each.
    Trickle(usize, Duration),
    /// A redirect; `{self}` is the address asked for, `{hub}` and `{store}` the two listeners.
    Redirect(&'static str),
    /// Links to the store work so many times.
    ExpireAfter(usize),
}

/// A fault, where it strikes and how often.
#[derive(Debug, Clone)]
pub struct Rule {
    pub place: Place,
    /// Part of the path.
    pub part: &'static str,
    /// How often; `None` for always.
    pub times: Option<usize>,
    pub fault: Fault,
}

/// A file of a repository.
#[derive(Debug, Clone)]
pub struct File {
    pub path: String,
    pub content: Arc<Vec<u8>>,
    pub lfs: bool,
}

impl File {
    pub fn new(path: &str, content: impl Into<Vec<u8>>) -> Self {
        let content = Arc::new(content.into());
        let lfs = path.ends_with(".safetensors") || path == "tokenizer.json";
        Self {
            path: path.to_owned(),
            content,
            lfs,
        }
    }

    /// The name of its blob: SHA-256 of large files, Git's blob id of small ones.
    pub fn hash(&self) -> String {
        if self.lfs {
            hex(&Sha256::digest(&*self.content))
        } else {
            git_blob(&self.content)
        }
    }
}

pub fn git_blob(content: &[u8]) -> String {
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", content.len()));
    hasher.update(content);
    hex(&hasher.finalize())
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A repository at one commit.
#[derive(Debug, Clone)]
pub struct Repo {
    pub commit: String,
    pub files: Vec<File>,
    /// The token without which nothing of it is shown.
    pub token: Option<&'static str>,
    pub gated: bool,
    /// Whole JSON of its information, in place of the true one.
    pub info: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
}

impl Repo {
    pub fn new(commit: char, files: Vec<File>) -> Self {
        Self {
            commit: commit.to_string().repeat(40),
            files,
            token: None,
            gated: false,
            info: None,
            tags: Vec::new(),
        }
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    pub place: Place,
    /// Path and query, as sent: with scheme and host if it came to a proxy.
    pub target: String,
    pub range: Option<(u64, u64)>,
    pub token: Option<String>,
    /// Bytes of body that were sent.
    pub sent: u64,
}

/// What a request's head asks for.
struct Asked {
    token: Option<String>,
    range: Option<(u64, u64)>,
    only_head: bool,
}

#[derive(Debug, Default)]
struct World {
    repos: BTreeMap<String, Repo>,
    /// Contents of the past, by hash: the store forgets nothing.
    store: BTreeMap<String, Arc<Vec<u8>>>,
    rules: Vec<Rule>,
    log: Vec<Request>,
    /// Requests that have been cleared from the log.
    forgotten: usize,
    /// Connections that are being served.
    active: usize,
    links: BTreeMap<usize, usize>,
}

/// The running server. It stops with the runtime.
#[derive(Debug, Clone)]
pub struct HubServer {
    world: Arc<Mutex<World>>,
    hub: u16,
    store: u16,
}

impl HubServer {
    pub async fn start() -> Self {
        let (hub, store) = (listen().await, listen().await);
        let server = Self {
            world: Arc::default(),
            hub: hub.local_addr().unwrap().port(),
            store: store.local_addr().unwrap().port(),
        };
        for (place, listener) in [(Place::Hub, hub), (Place::Store, store)] {
            let server = server.clone();
            tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    let server = server.clone();
                    tokio::spawn(async move {
                        server.lock().active += 1;
                        // A client that leaves is no fault of the server.
                        let _ = server.serve(place, stream).await;
                        server.lock().active -= 1;
                    });
                }
            });
        }
        server
    }

    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.hub)
    }

    pub fn put(&self, name: &str, repo: Repo) {
        let mut world = self.lock();
        for file in repo.files.iter().filter(|file| file.lfs) {
            world.store.insert(file.hash(), Arc::clone(&file.content));
        }
        world.repos.insert(name.to_owned(), repo);
    }

    pub fn remove(&self, name: &str) {
        self.lock().repos.remove(name);
    }

    pub fn set_rules(&self, rules: Vec<Rule>) {
        self.lock().rules = rules;
    }

    pub fn log(&self) -> Vec<Request> {
        self.lock().log.clone()
    }

    pub fn clear_log(&self) {
        let mut world = self.lock();
        world.forgotten += world.log.len();
        world.log.clear();
    }

    /// Waits until no connection has been served for a while.
    pub async fn quiet(&self) {
        let mut quiet = 0;
        while quiet < 5 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            quiet = if self.lock().active == 0 {
                quiet + 1
            } else {
                0
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, place: Place, target: &str) -> Option<Fault> {
        let mut world = self.lock();
        let rule = world.rules.iter_mut().find(|rule| {
            rule.place == place
                && target.contains(rule.part)
                && rule.times != Some(0)
                && !matches!(rule.fault, Fault::ExpireAfter(_))
        })?;
        rule.times = rule.times.map(|times| times - 1);
        Some(rule.fault.clone())
    }

    async fn serve(&self, place: Place, mut stream: TcpStream) -> std::io::Result<()> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if head.len() > 64 << 10 {
                return Ok(());
            }
            head.push(stream.read_u8().await?);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        let target = head.split(' ').nth(1).unwrap_or("/").to_owned();
        let only_head = head.starts_with("HEAD ");
        let header = |name: &str| {
            head.lines().skip(1).find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.eq_ignore_ascii_case(name)
                    .then(|| value.trim().to_owned())
            })
        };
        let range = header("range").and_then(|text| {
            let (start, end) = text.strip_prefix("bytes=")?.split_once('-')?;
            Some((start.parse().ok()?, end.parse::<u64>().ok()? + 1))
        });
        let token = header("authorization").map(|text| text.replace("Bearer ", ""));
        let fault = self.fault(place, &target);
        let index = {
            let mut world = self.lock();
            world.log.push(Request {
                place,
                target: target.clone(),
                range,
                token: token.clone(),
                sent: 0,
            });
            world.forgotten + world.log.len() - 1
        };
        // A proxy is asked with the whole address.
        let path = match target.split_once("://") {
            Some((_, rest)) => rest
                .split_once('/')
                .map_or("/".to_owned(), |(_, path)| format!("/{path}")),
            None => target,
        };
        match &fault {
            Some(Fault::NoAnswer) => {
                std::future::pending::<()>().await;
            }
            Some(Fault::HangUp) => return Ok(()),
            Some(Fault::Garbage(bytes)) => return stream.write_all(bytes).await,
            Some(Fault::Answer(status, headers, body)) => {
                return answer(&mut stream, *status, headers, body.as_bytes()).await;
            }
            Some(Fault::Redirect(to)) => {
                let to = to
                    .replace("{self}", &path)
                    .replace("{hub}", &self.endpoint())
                    .replace("{store}", &format!("http://127.0.0.1:{}", self.store));
                return answer(&mut stream, 302, &format!("Location: {to}\r\n"), b"").await;
            }
            _ => {}
        }
        if let Some(rest) = path.strip_prefix("/blob/") {
            let (hash, link) = rest.split_once("?link=").unwrap_or((rest, ""));
            let content = {
                let mut world = self.lock();
                let used = world.links.entry(link.parse().unwrap_or(0)).or_default();
                *used += 1;
                let used = *used;
                let most = world.rules.iter().find_map(|rule| match rule.fault {
                    Fault::ExpireAfter(times) => Some(times),
                    _ => None,
                });
                if most.is_some_and(|most| used > most) {
                    None
                } else {
                    world.store.get(hash).cloned()
                }
            };
            return match content {
                Some(content) => self.send(&mut stream, &content, range, fault, index).await,
                None => answer(&mut stream, 403, "", b"expired").await,
            };
        }
        self.route(
            &mut stream,
            &path,
            Asked {
                token,
                range,
                only_head,
            },
            fault,
            index,
        )
        .await
    }

    async fn route(
        &self,
        stream: &mut TcpStream,
        path: &str,
        asked: Asked,
        fault: Option<Fault>,
        index: usize,
    ) -> std::io::Result<()> {
        let Asked {
            token,
            range,
            only_head,
        } = asked;
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        if parts == ["api", "models"] {
            let words = query
                .split('&')
                .find_map(|pair| pair.strip_prefix("search="))
                .unwrap_or("");
            let hits: Vec<_> = self
                .lock()
                .repos
                .keys()
                .filter(|name| name.to_lowercase().contains(&words.to_lowercase()))
                .map(|name| serde_json::json!({"id": name, "downloads": 7, "gated": false, "tags": ["mlx"]}))
                .collect();
            let body = serde_json::to_vec(&hits).unwrap();
            return self.send(stream, &body, None, fault, index).await;
        }
        let (org, name) = match parts.as_slice() {
            ["api", "models", org, name, ..] | [org, name, ..] => (*org, *name),
            _ => return answer(stream, 404, "X-Error-Code: RepoNotFound\r\n", b"").await,
        };
        let Some(repo) = self.lock().repos.get(&format!("{org}/{name}")).cloned() else {
            return answer(stream, 401, "X-Error-Code: RepoNotFound\r\n", b"").await;
        };
        if repo.token.is_some() && repo.token != token.as_deref() {
            return match token {
                Some(_) => answer(stream, 401, "", b"").await,
                None => answer(stream, 401, "X-Error-Code: RepoNotFound\r\n", b"").await,
            };
        }
        match parts.as_slice() {
            ["api", "models", _, _, "revision", revision] => {
                if *revision != "main" && *revision != repo.commit {
                    return answer(stream, 404, "X-Error-Code: RevisionNotFound\r\n", b"").await;
                }
                let body = repo.info.clone().unwrap_or_else(|| info(org, name, &repo));
                self.send(stream, body.as_bytes(), None, fault, index).await
            }
            ["api", "models", _, _] => {
                let body = info(org, name, &repo);
                self.send(stream, body.as_bytes(), None, fault, index).await
            }
            ["api", "models", _, _, "tree", ..] => {
                let body = tree(&repo);
                self.send(stream, body.as_bytes(), None, fault, index).await
            }
            [_, _, "resolve", commit, file @ ..] => {
                if repo.gated {
                    return answer(stream, 403, "X-Error-Code: GatedRepo\r\n", b"").await;
                }
                let file = file.join("/");
                let file = repo.files.iter().find(|other| other.path == file);
                let Some(file) = file.filter(|_| *commit == repo.commit) else {
                    return answer(stream, 404, "X-Error-Code: EntryNotFound\r\n", b"").await;
                };
                let told = told(&repo, file);
                if file.lfs {
                    let link = index + 1;
                    let to = format!(
                        "http://127.0.0.1:{}/blob/{}?link={link}",
                        self.store,
                        file.hash()
                    );
                    let headers = format!("{told}Location: {to}\r\n");
                    return answer(stream, 302, &headers, b"").await;
                }
                if only_head {
                    let length = file.content.len();
                    let head = format!(
                        "HTTP/1.1 200 OK\r\n{told}Content-Length: {length}\r\nConnection: close\r\n\r\n"
                    );
                    return stream.write_all(head.as_bytes()).await;
                }
                self.send(stream, &file.content, range, fault, index).await
            }
            _ => answer(stream, 404, "", b"").await,
        }
    }

    async fn send(
        &self,
        stream: &mut TcpStream,
        content: &[u8],
        range: Option<(u64, u64)>,
        fault: Option<Fault>,
        index: usize,
    ) -> std::io::Result<()> {
        let whole = content.len() as u64;
        let range = range.filter(|_| !matches!(fault, Some(Fault::IgnoreRange)));
        let (mut start, mut end) = range.unwrap_or((0, whole));
        if range.is_some() && start >= whole {
            return answer(
                stream,
                416,
                &format!("Content-Range: bytes */{whole}\r\n"),
                b"",
            )
            .await;
        }
        end = end.min(whole);
        let mut total = whole;
        match fault {
            Some(Fault::ShortRange(most)) => end = end.min(start.saturating_add(most)),
            Some(Fault::OtherRange(by)) => start = (start + by).min(end),
            Some(Fault::OtherTotal(other)) => total = other,
            _ => {}
        }
        let mut body = content[start as usize..end as usize].to_vec();
        let mut length = body.len() as i64;
        match fault {
            Some(Fault::FlipByte(at)) if at < body.len() => body[at] ^= 0x40,
            Some(Fault::WrongLength(by)) => length += by,
            Some(Fault::TooMuch(more)) => {
                body.extend(std::iter::repeat_n(0x55, more));
                length += more as i64;
            }
            _ => {}
        }
        let mut head = match range {
            Some(_) => "HTTP/1.1 206 Partial Content\r\n".to_owned(),
            None => "HTTP/1.1 200 OK\r\n".to_owned(),
        };
        if range.is_some() && !matches!(fault, Some(Fault::NoContentRange)) {
            head += &format!(
                "Content-Range: bytes {start}-{}/{total}\r\n",
                end.saturating_sub(1)
            );
        }
        head += &format!(
            "Content-Length: {}\r\nConnection: close\r\n\r\n",
            length.max(0)
        );
        stream.write_all(head.as_bytes()).await?;
        let (most, step, pause) = match fault {
            Some(Fault::CutAfter(most) | Fault::StallAfter(most)) => (most, usize::MAX, None),
            Some(Fault::Trickle(step, pause)) => (usize::MAX, step, Some(pause)),
            _ => (usize::MAX, 16 << 10, None),
        };
        for chunk in body[..body.len().min(most)].chunks(step) {
            stream.write_all(chunk).await?;
            {
                // A connection may outlive the log's clearing.
                let mut world = self.lock();
                let forgotten = world.forgotten;
                if let Some(request) = index
                    .checked_sub(forgotten)
                    .and_then(|at| world.log.get_mut(at))
                {
                    request.sent += chunk.len() as u64;
                }
            }
            if let Some(pause) = pause {
                stream.flush().await?;
                tokio::time::sleep(pause).await;
            }
        }
        if matches!(fault, Some(Fault::StallAfter(_))) {
            std::future::pending::<()>().await;
        }
        stream.shutdown().await
    }
}

async fn listen() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

async fn answer(
    stream: &mut TcpStream,
    status: u16,
    headers: &str,
    body: &[u8],
) -> std::io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} Told\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await?;
    stream.shutdown().await
}

/// What the hub says of a repository.
pub fn info(org: &str, name: &str, repo: &Repo) -> String {
    let siblings: Vec<_> = repo
        .files
        .iter()
        .map(|file| {
            let mut about = serde_json::json!({
                "rfilename": file.path, "size": file.content.len(), "blobId": git_blob(&file.content),
            });
            if file.lfs {
                about["lfs"] = serde_json::json!({"sha256": file.hash(), "size": file.content.len(), "pointerSize": 130});
            }
            about
        })
        .collect();
    serde_json::json!({
        "id": format!("{org}/{name}"), "sha": repo.commit, "siblings": siblings, "gated": repo.gated,
        "tags": repo.tags,
    })
    .to_string()
}

/// The headers by which `huggingface_hub` learns of a file.
fn told(repo: &Repo, file: &File) -> String {
    format!(
        "X-Repo-Commit: {}\r\nETag: \"{2}\"\r\nX-Linked-Etag: \"{2}\"\r\nX-Linked-Size: {1}\r\n",
        repo.commit,
        file.content.len(),
        file.hash()
    )
}

/// A repository's files as the hub lists them for `huggingface_hub`.
fn tree(repo: &Repo) -> String {
    let files: Vec<_> = repo
        .files
        .iter()
        .map(|file| {
            let size = file.content.len();
            let mut about = serde_json::json!({
                "type": "file", "path": file.path, "size": size, "oid": git_blob(&file.content),
            });
            if file.lfs {
                about["lfs"] =
                    serde_json::json!({"oid": file.hash(), "size": size, "pointerSize": 130});
            }
            about
        })
        .collect();
    serde_json::Value::Array(files).to_string()
}
