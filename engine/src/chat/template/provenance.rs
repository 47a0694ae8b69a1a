//! Which added tokens of a prompt the template wrote itself.
//!
//! The same text can come from the template or from a message, and templates look into messages (`'</think>'
//! in content`), cut them and join them, so neither searching the prompt nor changing the messages tells the
//! two apart. What is changed instead is the template: every added token in its source is replaced by as many
//! characters that occur nowhere else, the *stand-ins*, and the conversation, untouched, is rendered again.
//! Nothing in Jinja makes new characters out of old ones, so a stand-in in the output was written by the
//! template. Where the output with the tokens put back is the plain prompt, byte for byte, the stand-ins show
//! which of its tokens are the template's. Text from a message, whatever it is and whatever it is joined to,
//! has no stand-ins and is never taken for a token.
//!
//! Stand-ins must not change what the template does. Literals that are only compared with other text or
//! searched for in it therefore stay as they are. If a prompt differs even so, because the template keeps such
//! a literal in a variable, the replacements that make it differ are found by halving, those in variables
//! apart, and dropped.
//!
//! Limits. A token that a template glues together from pieces (`'<|' ~ role ~ '|>'`) is encoded as text, and
//! so is one that it both writes and compares with by the same literal while a message holds that text: errors
//! lose a token of the template, they do not let in one of a message. For that, a template would have to take
//! another path for the stand-ins and there write, of its own, exactly the text that it copies from the
//! message on the first.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::source::Source;
use crate::chat::added_tokens::Occurrence;
use crate::chat::{AddedTokens, Control};

/// After so many renderings the replacements not yet tried are left out.
const MAX_RENDERINGS: usize = 64;
/// Stand-ins come from here on, where no script and no emoji is.
const FIRST_STAND_IN: char = '\u{f0000}';

/// Whether a character of a conversation may be in the way of stand-ins.
pub(super) fn may_be_stand_in(c: char) -> bool {
    c >= FIRST_STAND_IN
}

/// Finds the added tokens in `prompt` that come from the template's own text.
///
/// `taken` are the characters of the conversation for which [`may_be_stand_in`] holds; `render` renders another
/// version of the template with the same conversation.
pub(super) fn controls(
    prompt: &str,
    source: &Source,
    added: &AddedTokens,
    taken: &BTreeSet<char>,
    render: impl Fn(&str) -> Option<String>,
) -> Vec<Control> {
    let (kept, used): (Vec<Occurrence>, Vec<Occurrence>) = added
        .find(source.text())
        .filter(|site| !source.is_tested(site.range.start))
        .partition(|site| source.is_kept(site.range.start));
    let all = [kept.clone(), used.clone()].concat();
    let Some(stand_ins) = StandIns::new(&all, source.text(), added, taken) else {
        tracing::warn!("the conversation leaves no characters to tell the template's tokens by");
        return Vec::new();
    };
    let search = Search {
        prompt,
        source: source.text(),
        stand_ins: &stand_ins,
        render,
    };
    search.run(&[&kept, &used])
}

struct Search<'a, R> {
    prompt: &'a str,
    source: &'a str,
    stand_ins: &'a StandIns,
    render: R,
}

impl<R: Fn(&str) -> Option<String>> Search<'_, R> {
    /// The controls of the rendering with as many sites replaced as leave the prompt the same.
    fn run(&self, groups: &[&[Occurrence]]) -> Vec<Control> {
        if let Some(controls) = self.attempt(&groups.concat()) {
            return controls;
        }
        let mut good: Vec<Occurrence> = Vec::new();
        let mut controls = Vec::new();
        let mut untried = groups.to_vec();
        let mut renderings = 0;
        while let Some(group) = untried.pop() {
            if renderings == MAX_RENDERINGS {
                tracing::warn!("the template's tokens could not all be told from the messages'");
                break;
            }
            renderings += 1;
            let mut tried = good.clone();
            tried.extend_from_slice(group);
            if let Some(found) = self.attempt(&tried) {
                good = tried;
                controls = found;
            } else if group.len() > 1 {
                let (first, second) = group.split_at(group.len() / 2);
                untried.extend([second, first]);
            }
        }
        controls
    }

    fn attempt(&self, sites: &[Occurrence]) -> Option<Vec<Control>> {
        let masked = self.stand_ins.mask(self.source, sites);
        let output = (self.render)(&masked)?;
        let (plain, controls) = self.stand_ins.unmask(&output);
        (plain == self.prompt).then_some(controls)
    }
}

/// The characters that stand for the characters of added tokens.
struct StandIns {
    /// By id: the token's text and its stand-ins, one for each character.
    tokens: HashMap<u32, (String, Vec<char>)>,
    /// By stand-in: whose it is, and for which character.
    meanings: HashMap<char, (u32, char)>,
}

impl StandIns {
    fn new(
        sites: &[Occurrence],
        source: &str,
        added: &AddedTokens,
        taken: &BTreeSet<char>,
    ) -> Option<Self> {
        let taken_by_template: BTreeSet<char> =
            source.chars().filter(|&c| may_be_stand_in(c)).collect();
        // Noncharacters end each plane; a library might treat them unlike the rest.
        let mut free = (FIRST_STAND_IN..=char::MAX).filter(|c| {
            u32::from(*c) & 0xfffe != 0xfffe && !taken.contains(c) && !taken_by_template.contains(c)
        });
        let mut tokens = HashMap::new();
        let mut meanings = HashMap::new();
        for site in sites {
            if tokens.contains_key(&site.id) {
                continue;
            }
            let text = added.text(site.id)?;
            let mut stand_ins = Vec::new();
            for c in text.chars() {
                let stand_in = free.next()?;
                stand_ins.push(stand_in);
                meanings.insert(stand_in, (site.id, c));
            }
            tokens.insert(site.id, (text.to_owned(), stand_ins));
        }
        Some(Self { tokens, meanings })
    }

    /// The template with these sites replaced.
    fn mask(&self, source: &str, sites: &[Occurrence]) -> String {
        let mut by_place: Vec<&Occurrence> = sites.iter().collect();
        by_place.sort_by_key(|site| site.range.start);
        let mut masked = String::with_capacity(source.len() * 2);
        let mut end = 0;
        for site in by_place {
            masked.push_str(&source[end..site.range.start]);
            if let Some((_, stand_ins)) = self.tokens.get(&site.id) {
                masked.extend(stand_ins);
            }
            end = site.range.end;
        }
        masked.push_str(&source[end..]);
        masked
    }

    /// The output with its tokens put back, and where they are: only those that came through whole.
    fn unmask(&self, output: &str) -> (String, Vec<Control>) {
        let mut plain = String::with_capacity(output.len());
        let mut controls = Vec::new();
        let mut rest = output;
        while let Some((before, first)) = self.next_stand_in(rest) {
            plain.push_str(&rest[..before]);
            rest = &rest[before..];
            let (id, c) = self.meanings[&first];
            let (text, stand_ins) = &self.tokens[&id];
            if rest
                .chars()
                .take(stand_ins.len())
                .eq(stand_ins.iter().copied())
            {
                let range: Range<usize> = plain.len()..plain.len() + text.len();
                controls.push(Control { range, id });
                plain.push_str(text);
                rest = &rest[stand_ins.iter().map(|c| c.len_utf8()).sum()..];
            } else {
                plain.push(c);
                rest = &rest[first.len_utf8()..];
            }
        }
        plain.push_str(rest);
        (plain, controls)
    }

    fn next_stand_in(&self, text: &str) -> Option<(usize, char)> {
        text.char_indices()
            .find(|(_, c)| may_be_stand_in(*c) && self.meanings.contains_key(c))
    }
}
