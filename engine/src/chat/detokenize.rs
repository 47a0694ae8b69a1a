//! Text out of tokens, as they come.

use std::collections::VecDeque;
use std::mem;

use tokenizers::{DecoderWrapper, Tokenizer};

/// A group of characters shown as one (an emoji with its joiners) is held back up to this many bytes.
const MAX_HELD: usize = 64;

/// Turns a model's tokens into text, piece by piece.
///
/// The pieces, with that of [`finish`](Self::finish), are together what the tokenizer makes of all the tokens
/// at once, for any tokens: bytes that are no UTF-8 become U+FFFD as there. No piece ends within a character,
/// nor within an emoji of several characters, so that what is on the screen never has to change.
#[derive(Debug)]
pub struct Detokenizer<'a> {
    decoder: Decoder<'a>,
    held: String,
}

impl<'a> Detokenizer<'a> {
    /// Ready for the first token.
    pub fn new(tokenizer: &'a Tokenizer) -> Self {
        let decoder = match tokenizer.get_decoder() {
            Some(DecoderWrapper::ByteLevel(_)) => Decoder::Bytes(ByteLevel::new(tokenizer)),
            _ => Decoder::Window(Window::new(tokenizer)),
        };
        Self {
            decoder,
            held: String::new(),
        }
    }

    /// Takes a token; gives the text that is certain now, which may be none. Ids without a token are passed
    /// over.
    pub fn push(&mut self, id: u32) -> String {
        match &mut self.decoder {
            Decoder::Bytes(bytes) => bytes.push(id, &mut self.held),
            Decoder::Window(window) => window.push(id, &mut self.held),
        }
        let end = open_group(&self.held).unwrap_or(self.held.len());
        let held = self.held.split_off(end);
        mem::replace(&mut self.held, held)
    }

    /// Bytes of text that are decoded and held back. A character of which only a part has come is not decoded yet.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Gives what was held back, and is ready for another text.
    pub fn finish(&mut self) -> String {
        match &mut self.decoder {
            Decoder::Bytes(bytes) => bytes.finish(&mut self.held),
            Decoder::Window(window) => window.finish(&mut self.held),
        }
        mem::take(&mut self.held)
    }
}

#[derive(Debug)]
enum Decoder<'a> {
    Bytes(ByteLevel<'a>),
    Window(Window<'a>),
}

/// Vocabularies whose tokens are bytes, written as printable characters: the whole family.
#[derive(Debug)]
struct ByteLevel<'a> {
    tokenizer: &'a Tokenizer,
    /// The beginning of a character, if anything.
    bytes: Vec<u8>,
}

impl<'a> ByteLevel<'a> {
    fn new(tokenizer: &'a Tokenizer) -> Self {
        Self {
            tokenizer,
            bytes: Vec::new(),
        }
    }

    fn push(&mut self, id: u32, out: &mut String) {
        let Some(token) = self.tokenizer.id_to_token(id) else {
            return;
        };
        // Added tokens may hold characters that stand for no byte; then they are what they look like.
        match token.chars().map(byte_of).collect::<Option<Vec<u8>>>() {
            Some(bytes) => self.bytes.extend(bytes),
            None => self.bytes.extend(token.as_bytes()),
        }
        let mut rest = self.bytes.as_slice();
        loop {
            let error = match str::from_utf8(rest) {
                Ok(text) => {
                    out.push_str(text);
                    self.bytes.clear();
                    return;
                }
                Err(error) => error,
            };
            let (valid, after) = rest.split_at(error.valid_up_to());
            out.push_str(&String::from_utf8_lossy(valid));
            match error.error_len() {
                Some(invalid) => {
                    out.push(char::REPLACEMENT_CHARACTER);
                    rest = &after[invalid..];
                }
                None => {
                    self.bytes = after.to_vec();
                    return;
                }
            }
        }
    }

    fn finish(&mut self, out: &mut String) {
        out.push_str(&String::from_utf8_lossy(&mem::take(&mut self.bytes)));
    }
}

/// The byte that a character stands for in a byte-level vocabulary: printable Latin-1 stands for itself, the
/// other bytes, in order, are the characters from U+0100 on.
fn byte_of(c: char) -> Option<u8> {
    match u32::from(c) {
        code @ (0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff) => u8::try_from(code).ok(),
        code @ 0x100..=0x120 => u8::try_from(code - 0x100).ok(),
        code @ 0x121..=0x142 => u8::try_from(code - 0x121 + 0x7f).ok(),
        0x143 => Some(0xad),
        _ => None,
    }
}

/// Any other decoder: the last tokens are decoded again with each new one, after one that is known already,
/// since decoders treat the first token of a text unlike the rest.
#[derive(Debug)]
struct Window<'a> {
    tokenizer: &'a Tokenizer,
    ids: VecDeque<u32>,
    /// How many of `ids` are known, and their text.
    known: usize,
    known_text: String,
}

impl<'a> Window<'a> {
    fn new(tokenizer: &'a Tokenizer) -> Self {
        Self {
            tokenizer,
            ids: VecDeque::new(),
            known: 0,
            known_text: String::new(),
        }
    }

    fn push(&mut self, id: u32, out: &mut String) {
        let Some(token) = self.tokenizer.id_to_token(id) else {
            return;
        };
        self.ids.push_back(id);
        // Single bytes are decoded by the run, and only the token after it shows that it is over.
        let single_byte = token.len() == 6 && token.starts_with("<0x") && token.ends_with('>');
        if !single_byte {
            self.flush(out);
            while self.ids.len() > 1 {
                self.ids.pop_front();
            }
            self.known = 1;
            self.known_text = self.decode();
        }
    }

    fn flush(&mut self, out: &mut String) {
        let text = self.decode();
        out.push_str(text.strip_prefix(&self.known_text).unwrap_or(&text));
    }

    fn finish(&mut self, out: &mut String) {
        if self.ids.len() > self.known {
            self.flush(out);
        }
        *self = Self::new(self.tokenizer);
    }

    fn decode(&mut self) -> String {
        self.tokenizer
            .decode(self.ids.make_contiguous(), false)
            .unwrap_or_default()
    }
}

/// Where the last group of characters begins, if the next character could belong to it.
fn open_group(text: &str) -> Option<usize> {
    let mut start = text.len();
    let mut next = None;
    for (at, c) in text.char_indices().rev() {
        if !(is_emoji(c) || extends_emoji(c)) || next.is_some_and(|next| !joins(c, next)) {
            break;
        }
        start = at;
        next = Some(c);
    }
    let held = text.len() - start;
    (held > 0 && held <= MAX_HELD).then_some(start)
}

fn joins(c: char, next: char) -> bool {
    c == '\u{200d}' || extends_emoji(next) || (is_regional(c) && is_regional(next))
}

/// Joiner, variation selectors, the keycap, skin tones, and the tags of regional flags.
fn extends_emoji(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// Letters that make a flag in pairs.
fn is_regional(c: char) -> bool {
    ('\u{1f1e6}'..='\u{1f1ff}').contains(&c)
}

/// Characters that emoji of several characters begin with, roughly: one too many is held back until the next
/// token.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21aa}' | '\u{231a}'..='\u{23ff}'
        | '\u{24c2}' | '\u{25aa}'..='\u{27bf}' | '\u{2934}'..='\u{2b55}' | '\u{3030}' | '\u{303d}' | '\u{3297}'
        | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}
