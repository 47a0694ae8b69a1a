//! The hub token in the Mac's Keychain.

use security_framework::passwords::{
    PasswordOptions, delete_generic_password, generic_password, set_generic_password,
};

use super::access::Token;
use crate::hub::error::{HubError, HubResult};

/// What the entry is called.
const SERVICE: &str = "Tandem";
const ACCOUNT: &str = "hub-token";
/// The Keychain's `errSecItemNotFound`.
const NOT_FOUND: i32 = -25300;

/// The token, if there is one and the user lets us have it.
pub(super) fn read() -> Option<Token> {
    match generic_password(PasswordOptions::new_generic_password(SERVICE, ACCOUNT)) {
        Ok(secret) => Token::new(&String::from_utf8(secret).ok()?),
        Err(error) => {
            if error.code() != NOT_FOUND {
                tracing::warn!(%error, "no token from the Keychain");
            }
            None
        }
    }
}

/// Keeps a token, or removes the one that is kept.
pub(super) fn keep(token: Option<&Token>) -> HubResult<()> {
    let kept = match token {
        Some(token) => set_generic_password(SERVICE, ACCOUNT, token.secret().as_bytes()),
        None => delete_generic_password(SERVICE, ACCOUNT),
    };
    match kept {
        Err(error) if token.is_some() || error.code() != NOT_FOUND => {
            tracing::warn!(%error, "the Keychain refuses");
            Err(HubError::Keychain)
        }
        _ => Ok(()),
    }
}
