//! What the tests here share: the reference cases, the built-in model's tokenizer, a reproducible choice.

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde_json::{Map, Value};
use tokenizers::Tokenizer;

use super::{AddedTokens, ChatTemplate, Conversation, Message, RenderOptions};

/// A case of the reference: a conversation and how it is rendered.
pub(super) struct Case {
    pub(super) name: String,
    pub(super) conversation: Conversation,
    pub(super) options: RenderOptions,
}

/// Files, their cases, and what the reference made of them.
type Goldens = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

fn fixture(name: &str) -> String {
    let folder = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/templates"
    ));
    fs::read_to_string(folder.join(name)).expect("a fixture")
}

/// The folder of the built-in model.
pub(super) fn pocket_folder() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../models/pocket/target"
    ))
}

/// The tokenizer of the built-in model, which is one of the family's with fewer tokens.
pub(super) fn pocket() -> (Tokenizer, AddedTokens) {
    let tokenizer =
        Tokenizer::from_file(pocket_folder().join("tokenizer.json")).expect("a tokenizer");
    let added = AddedTokens::of(&tokenizer);
    (tokenizer, added)
}

/// A template of the fixtures.
pub(super) fn template(name: &str) -> ChatTemplate {
    ChatTemplate::from_source(&fixture(name))
}

/// The templates in the fixtures by their files' names.
pub(super) fn templates() -> Vec<(String, ChatTemplate)> {
    let goldens: Goldens = serde_json::from_str(&fixture("more-goldens.json")).expect("goldens");
    goldens
        .into_keys()
        .map(|file| (file.clone(), template(&file)))
        .collect()
}

fn cases(file: &str) -> Vec<Case> {
    let cases: Vec<Map<String, Value>> = serde_json::from_str(&fixture(file)).expect("cases");
    let list = |case: &Map<String, Value>, key: &str| {
        case.get(key)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    cases
        .iter()
        .map(|case| Case {
            name: case["name"].as_str().expect("a name").to_owned(),
            conversation: Conversation {
                messages: list(case, "messages")
                    .into_iter()
                    .map(|message| Message::try_from(message).expect("a message"))
                    .collect(),
                tools: list(case, "tools"),
            },
            options: RenderOptions {
                thinking: None,
                template_args: case
                    .get("kwargs")
                    .and_then(Value::as_object)
                    .cloned()
                    .unwrap_or_default(),
            },
        })
        .collect()
}

/// Calls `check` with each template and case, and with the reference's text or error; says how many there were.
pub(super) fn each_golden(
    mut check: impl FnMut(&ChatTemplate, &Case, Result<&str, &str>),
) -> usize {
    let mut count = 0;
    for set in ["", "more-"] {
        let cases = cases(&format!("{set}cases.json"));
        let goldens: Goldens =
            serde_json::from_str(&fixture(&format!("{set}goldens.json"))).expect("goldens");
        for (file, goldens) in &goldens {
            let template = template(file);
            assert_eq!(goldens.len(), cases.len(), "{file}");
            for case in &cases {
                let golden = &goldens[&case.name];
                check(
                    &template,
                    case,
                    match golden.get("text") {
                        Some(text) => Ok(text),
                        None => Err(&golden["error"]),
                    },
                );
                count += 1;
            }
        }
    }
    count
}

/// Numbers that look random and are the same each time.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `limit` (splitmix64).
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % limit
    }

    pub(super) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// Up to `most` of these fragments, joined.
    pub(super) fn text(&mut self, fragments: &[&str], most: usize) -> String {
        (0..self.below(most + 1))
            .map(|_| self.pick(fragments))
            .collect()
    }
}
