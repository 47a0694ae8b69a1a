//! Which hub is asked, and in whose name.

use std::fmt;
use std::path::{Path, PathBuf};

use reqwest::Url;

use crate::hub::cache::disk;
use crate::hub::error::{HubError, HubResult};
use crate::hub::library::roots::{Variables, hf_home};

/// The hub that is asked if nothing else is said.
pub(super) const DEFAULT_ENDPOINT: &str = "https://huggingface.co";
/// The longest token read.
const TOKEN_LIMIT: u64 = 4096;

/// A hub token. It shows in no log and no error.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token, trimmed; `None` if it is empty or could not stand in a header.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = !text.is_empty()
            && text.len() as u64 <= TOKEN_LIMIT
            && text.bytes().all(|c| c.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    pub(super) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Which hub is asked, and in whose name.
#[derive(Debug, Clone)]
pub struct Access {
    pub(super) endpoint: Url,
    pub(super) token: Option<Token>,
}

impl Access {
    /// The hub at `endpoint`.
    ///
    /// # Errors
    /// [`HubError::BadEndpoint`] if it is no http or https address.
    pub fn new(endpoint: &str, token: Option<Token>) -> HubResult<Self> {
        let bad = || HubError::BadEndpoint(endpoint.to_owned());
        let mut url = Url::parse(endpoint.trim()).map_err(|_| bad())?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(bad());
        }
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self {
            endpoint: url,
            token,
        })
    }

    /// What the environment says: `HF_ENDPOINT`; the token of `HF_TOKEN`, else `kept` (from the Keychain), else the
    /// file in Tandem's home, else the file that Hugging Face's own tools keep.
    ///
    /// # Errors
    /// [`HubError::BadEndpoint`] for an unusable `HF_ENDPOINT`.
    pub fn from_environment(
        home: &Path,
        kept: Option<Token>,
        variables: Variables<'_>,
    ) -> HubResult<Self> {
        let endpoint = variables("HF_ENDPOINT").unwrap_or_else(|| DEFAULT_ENDPOINT.to_owned());
        let theirs = variables("HF_TOKEN_PATH")
            .map_or_else(|| hf_home(variables).join("token"), PathBuf::from);
        let token = ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"]
            .into_iter()
            .find_map(|name| Token::new(&variables(name)?))
            .or(kept)
            .or_else(|| read_token(&token_file(home)))
            .or_else(|| read_token(&theirs));
        Self::new(&endpoint, token)
    }

    /// Whether requests carry a token.
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Whether the address is on the hub itself, and so may see the token.
    pub(super) fn is_hub(&self, url: &Url) -> bool {
        url.origin() == self.endpoint.origin()
    }
}

/// Keeps the token that the user gives, in place of any other; `None` removes it. It goes into the Keychain, or, on a
/// system without one, into a file in Tandem's `home` that its owner alone can read.
///
/// # Errors
/// [`HubError::Keychain`] or [`HubError::Io`] if the system refuses.
pub fn keep_token(home: &Path, token: Option<&Token>) -> HubResult<()> {
    #[cfg(target_os = "macos")]
    {
        super::keychain::keep(token)?;
        // What an earlier choice may have left.
        keep_in_file(home, None)
    }
    #[cfg(not(target_os = "macos"))]
    keep_in_file(home, token)
}

/// The token in the Keychain, for [`Access::from_environment`], which itself reads the file. The system may ask the user
/// first.
pub fn kept_token() -> Option<Token> {
    #[cfg(target_os = "macos")]
    {
        super::keychain::read()
    }
    #[cfg(not(target_os = "macos"))]
    None
}

fn keep_in_file(home: &Path, token: Option<&Token>) -> HubResult<()> {
    let path = token_file(home);
    match token {
        Some(token) => {
            disk::make_parent(&path)?;
            disk::write_atomic(&path, token.secret().as_bytes(), disk::Access::Private)
        }
        None => disk::remove_file(&path).map(|_| ()),
    }
}

fn token_file(home: &Path) -> PathBuf {
    home.join("hub-token")
}

fn read_token(path: &Path) -> Option<Token> {
    Token::new(&disk::read_text(path, TOKEN_LIMIT).ok()??)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panic")]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn each_token_gives_way_to_the_one_before() {
        let home = tempfile::tempdir().unwrap();
        let hf = home.path().join("hf");
        fs::create_dir(&hf).unwrap();
        let hf_text = hf.to_string_lossy().into_owned();
        let token = |kept: Option<&str>, variable: Option<&str>| {
            let variables = |name: &str| match name {
                "HF_HOME" => Some(hf_text.clone()),
                "HF_TOKEN" => variable.map(str::to_owned),
                _ => None,
            };
            Access::from_environment(home.path(), kept.and_then(Token::new), &variables)
                .unwrap()
                .token
                .map(|token| token.secret().to_owned())
        };
        assert_eq!(token(None, None), None);
        fs::write(hf.join("token"), "theirs\n").unwrap();
        assert_eq!(token(None, None).as_deref(), Some("theirs"));
        keep_in_file(home.path(), Token::new("file").as_ref()).unwrap();
        assert_eq!(token(None, None).as_deref(), Some("file"));
        let mode = fs::metadata(home.path().join("hub-token"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(token(Some("kept"), None).as_deref(), Some("kept"));
        assert_eq!(
            token(Some("kept"), Some(" variable ")).as_deref(),
            Some("variable")
        );
        keep_in_file(home.path(), None).unwrap();
        assert_eq!(token(None, None).as_deref(), Some("theirs"));
    }

    #[test]
    fn a_token_shows_nowhere() {
        let token = Token::new("hf_secret").unwrap();
        let access = Access::new("https://hub.example", Some(token)).unwrap();
        assert!(!format!("{access:?}").contains("secret"));
        assert_eq!(Token::new("a\nb"), None);
        assert_eq!(Token::new("  "), None);
    }

    #[test]
    fn only_an_address_is_an_endpoint() {
        for bad in ["", "hub", "ftp://hub", "file:///x", "http://"] {
            assert!(Access::new(bad, None).is_err(), "{bad:?}");
        }
    }
}
