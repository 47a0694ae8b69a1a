//! The header of a safetensors file, without the file.

use std::collections::BTreeMap;

use super::client::{About, Answer, HubClient, host};
use super::info::RepoInfo;
use crate::checkpoint::header;
use crate::hub::error::{HubError, HubResult};
use crate::hub::repo::RepoFile;

/// Bytes asked for at first: enough for most headers.
const FIRST: u64 = 64 << 10;
/// The longest header read, in bytes.
const LIMIT: u64 = 24 << 20;
/// Bytes before the header, which give its length.
const LENGTH: usize = 8;

impl HubClient {
    /// The tensors of a safetensors file and their sizes in bytes, by one or two ranges of it.
    ///
    /// # Errors
    /// As [`HubClient::info`]; [`HubError::BadAnswer`] for what is no header.
    pub(crate) async fn tensor_sizes(
        &self,
        info: &RepoInfo,
        file: &RepoFile,
    ) -> HubResult<BTreeMap<String, u64>> {
        let bad = |reason: String| HubError::BadAnswer {
            host: host(&self.file_url(&info.repo, &info.commit, &file.path)),
            reason: format!("{} has {reason}", file.path),
        };
        let start = self.beginning(info, file, FIRST.min(file.size)).await?;
        let length = start
            .first_chunk::<LENGTH>()
            .map(|length| u64::from_le_bytes(*length))
            .filter(|&length| length <= LIMIT.min(file.size))
            .ok_or_else(|| bad("no safetensors header".to_owned()))?;
        let end = LENGTH as u64 + length;
        let whole = match start.len() as u64 >= end {
            true => start,
            false => self.beginning(info, file, end).await?,
        };
        let text = whole
            .get(LENGTH..end as usize)
            .ok_or_else(|| bad("a header that is cut short".to_owned()))?;
        header::sizes(text).map_err(bad)
    }

    /// The first `count` bytes of a file. A server that sends all of it whatever is asked is heard that far.
    async fn beginning(&self, info: &RepoInfo, file: &RepoFile, count: u64) -> HubResult<Vec<u8>> {
        let url = self.file_url(&info.repo, &info.commit, &file.path);
        let about = About {
            repo: &info.repo,
            revision: &info.commit,
            file: Some(&file.path),
        };
        let answer: Answer = self.get(url, Some((0, count))).await?;
        let host = host(&answer.url);
        let mut bytes = self.start_of_body(answer, about, count).await?;
        bytes.truncate(count as usize);
        if (bytes.len() as u64) < count {
            return Err(HubError::Broken {
                host,
                reason: "it ended early".to_owned(),
            });
        }
        Ok(bytes)
    }
}
