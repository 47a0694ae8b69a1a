//! The parts of an answer, told apart by its tags.

use super::calls::{self, FUNCTION, FUNCTION_END};
use super::schema::Tools;
use super::stops::Stops;
use super::text::{Lines, partial_match};
use super::{AnswerEvent, End};

/// A call without its opening tag is looked for in this many bytes after `<function=`.
const MAX_NAME: usize = 256;

/// What sets the parts of an answer off from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Think,
    ThinkEnd,
    Call,
    CallEnd,
}

impl Tag {
    pub(super) const ALL: [Self; 4] = [Self::Think, Self::ThinkEnd, Self::Call, Self::CallEnd];

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Think => "<think>",
            Self::ThinkEnd => "</think>",
            Self::Call => "<tool_call>",
            Self::CallEnd => "</tool_call>",
        }
    }
}

/// Splits text and tags into events. The events, their texts joined, do not depend on how the text is cut.
#[derive(Debug)]
pub(super) struct Splitter<'a> {
    part: Part,
    /// The tags that are not tokens here, and so are looked for in the text.
    text_tags: Vec<Tag>,
    tools: Tools<'a>,
    /// Text that may be the beginning of a tag.
    pending: String,
    /// Line feeds around the part that is being written.
    lines: Lines,
    /// Whether the current line of the answer is blank so far.
    blank_line: bool,
    /// Whether anything came before, other than blanks.
    said: bool,
    stops: Stops,
    events: Vec<AnswerEvent>,
    /// Where each piece of text in `events` ends, in bytes of all that was taken.
    ends: Vec<usize>,
    /// Bytes taken, tags included.
    given: usize,
    /// Bytes of the tag that is being dealt with, which what is written then does not reach into.
    tag: usize,
}

/// Where in the answer we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Thinking,
    Answer,
}

#[derive(Debug)]
enum Part {
    Text(Place),
    Call {
        text: String,
        /// What the call interrupted.
        place: Place,
        /// Whether it began with its tag, rather than with `<function=` alone.
        tagged: bool,
    },
}

/// What is found first in the text of a part.
enum Found {
    Tag(usize, Tag),
    /// A function without the tag of a call before it.
    Function(usize),
    /// Nothing certain: from here on the text may turn out to be one of these.
    Pending(usize),
}

impl<'a> Splitter<'a> {
    pub(super) fn new(
        starts_in_thinking: bool,
        text_tags: Vec<Tag>,
        tools: Tools<'a>,
        stops: Vec<String>,
    ) -> Self {
        let (place, lines) = if starts_in_thinking {
            (Place::Thinking, Lines::default())
        } else {
            (Place::Answer, Lines::begun())
        };
        Self {
            part: Part::Text(place),
            text_tags,
            tools,
            pending: String::new(),
            lines,
            blank_line: true,
            said: starts_in_thinking,
            stops: Stops::new(stops),
            events: Vec::new(),
            ends: Vec::new(),
            given: 0,
            tag: 0,
        }
    }

    pub(super) fn stopped(&self) -> bool {
        self.stops.found()
    }

    pub(super) fn is_thinking(&self) -> bool {
        let (Part::Text(place) | Part::Call { place, .. }) = &self.part;
        *place == Place::Thinking && !self.stopped()
    }

    /// Bytes of text taken so far, tags included.
    pub(super) fn given(&self) -> usize {
        self.given
    }

    /// Where in those bytes the pieces of text end that were written since this was last asked.
    pub(super) fn take_ends(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.ends)
    }

    pub(super) fn take_events(&mut self) -> Vec<AnswerEvent> {
        std::mem::take(&mut self.events)
    }

    /// Takes text.
    pub(super) fn text(&mut self, text: &str) {
        self.given += text.len();
        if self.stopped() {
            return;
        }
        self.pending.push_str(text);
        while !self.stopped() {
            let found = match &self.part {
                Part::Text(place) => self.find_in_text(*place),
                Part::Call { tagged, .. } => self.find_in_call(*tagged),
            };
            match found {
                Found::Tag(at, tag) => {
                    self.write_pending(at);
                    self.take_pending(tag.text().len());
                    self.tag_in_text(tag);
                }
                Found::Function(at) => {
                    self.write_pending(at);
                    self.open_call(false);
                }
                Found::Pending(at) => {
                    self.write_pending(at);
                    if !self.close_untagged_call() {
                        return;
                    }
                }
            }
        }
    }

    /// Takes a tag that is a token.
    pub(super) fn tag(&mut self, tag: Tag) {
        // Text before a token can no longer become a tag.
        let pending = std::mem::take(&mut self.pending);
        self.write(&pending);
        self.given += tag.text().len();
        self.apply(tag);
    }

    fn apply(&mut self, tag: Tag) {
        if self.stopped() {
            return;
        }
        self.tag = tag.text().len();
        self.deal_with(tag);
        self.tag = 0;
    }

    fn deal_with(&mut self, tag: Tag) {
        match (&mut self.part, tag) {
            (Part::Text(Place::Answer), Tag::Think) => self.begin(Place::Thinking),
            (Part::Text(Place::Thinking), Tag::ThinkEnd) => self.begin(Place::Answer),
            (Part::Text(_), Tag::Call) => self.open_call(true),
            // A second opening or closing tag means nothing.
            (Part::Text(_), _) => {}
            (Part::Call { .. }, Tag::CallEnd) => self.close_call(true),
            (Part::Call { text, .. }, Tag::Call) if text.trim_end().ends_with(FUNCTION_END) => {
                self.close_call(false);
                self.open_call(true);
            }
            (
                Part::Call {
                    place: Place::Thinking,
                    ..
                },
                Tag::ThinkEnd,
            ) => {
                // The model only thought of calling.
                self.give_up_call("");
                self.begin(Place::Answer);
            }
            (Part::Call { text, .. }, tag) => text.push_str(tag.text()),
        }
    }

    /// Ends the answer.
    pub(super) fn finish(&mut self, end: End) {
        if self.stopped() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        let text = matches!(self.part, Part::Text(_));
        if text && end != End::Stop && pending.starts_with(FUNCTION) {
            self.open_call(false);
        }
        self.write(&pending);
        if let Part::Call { text, .. } = &self.part {
            let calls = match end {
                End::Stop => calls::parse(text, self.tools),
                // More might have followed.
                End::Length | End::Cancelled => None,
            };
            match calls {
                Some(calls) => self
                    .events
                    .extend(calls.into_iter().map(AnswerEvent::ToolCall)),
                None if calls::may_begin(text) => {
                    self.events.push(AnswerEvent::CutOffCall(text.clone()));
                }
                None => self.give_up_call(""),
            }
        }
        self.release();
        if let Part::Text(Place::Answer) = self.part {
            let lines = self.lines.release();
            self.emit(lines);
        }
    }

    fn write_pending(&mut self, length: usize) {
        let text = self.take_pending(length);
        self.write(&text);
    }

    fn take_pending(&mut self, length: usize) -> String {
        let rest = self.pending.split_off(length);
        std::mem::replace(&mut self.pending, rest)
    }

    fn find_in_text(&self, place: Place) -> Found {
        let text = self.pending.as_str();
        let mut patterns: Vec<&str> = Vec::new();
        let mut first: Option<(usize, Tag)> = None;
        for &tag in &self.text_tags {
            // As text, tags count only where they make sense.
            let counts = match (place, tag) {
                (Place::Thinking, Tag::ThinkEnd) => true,
                (Place::Answer, Tag::Think) => !self.said,
                (Place::Answer, Tag::Call | Tag::CallEnd) => !self.tools.is_empty(),
                _ => false,
            };
            if !counts {
                continue;
            }
            patterns.push(tag.text());
            if let Some(at) = text.find(tag.text()) {
                let blank = text[..at].trim().is_empty();
                if (tag != Tag::Think || blank) && first.is_none_or(|(before, _)| at < before) {
                    first = Some((at, tag));
                }
            }
        }
        let mut pending = text.len() - partial_match(text, patterns);
        if place == Place::Answer && !self.tools.is_empty() {
            match self.find_function(first.map_or(text.len(), |(at, _)| at)) {
                Found::Pending(at) => pending = pending.min(at),
                found => return found,
            }
        }
        match first {
            Some((at, tag)) if at <= pending => Found::Tag(at, tag),
            _ => Found::Pending(pending),
        }
    }

    /// Looks for `<function=NAME>` of a known tool at the beginning of a line, before this place.
    fn find_function(&self, limit: usize) -> Found {
        let text = &self.pending[..limit];
        for (at, _) in text.match_indices(FUNCTION) {
            let line = text[..at].rfind('\n').map(|end| end + 1);
            if !(text[line.unwrap_or(0)..at].trim().is_empty()
                && (line.is_some() || self.blank_line))
            {
                continue;
            }
            let after = &self.pending[at + FUNCTION.len()..];
            match after
                .bytes()
                .take(MAX_NAME)
                .position(|byte| byte == b'>' || byte == b'\n')
            {
                Some(end)
                    if self.tools.contains(after[..end].trim())
                        && after[end..].starts_with('>') =>
                {
                    return Found::Function(at);
                }
                None if after.len() < MAX_NAME => return Found::Pending(at),
                _ => {}
            }
        }
        Found::Pending(text.len() - partial_match(text, [FUNCTION]))
    }

    fn find_in_call(&self, tagged: bool) -> Found {
        let text = self.pending.as_str();
        if !tagged {
            // Its end is all there is to find.
            let end = text.find(FUNCTION_END).map(|at| at + FUNCTION_END.len());
            return Found::Pending(end.unwrap_or(text.len() - partial_match(text, [FUNCTION_END])));
        }
        let tags = [Tag::Call, Tag::CallEnd]
            .into_iter()
            .filter(|tag| self.text_tags.contains(tag));
        let first = (tags.clone())
            .filter_map(|tag| Some((text.find(tag.text())?, tag)))
            .min_by_key(|(at, _)| *at);
        match first {
            Some((at, tag)) => Found::Tag(at, tag),
            None => Found::Pending(text.len() - partial_match(text, tags.map(Tag::text))),
        }
    }

    /// A tag that was found as text.
    fn tag_in_text(&mut self, tag: Tag) {
        match &mut self.part {
            Part::Call { text, .. } if tag == Tag::CallEnd && !calls::may_end(text) => {
                text.push_str(tag.text());
            }
            _ => self.apply(tag),
        }
    }

    fn begin(&mut self, place: Place) {
        self.release();
        self.said = true;
        self.part = Part::Text(place);
        self.lines = Lines::default();
        self.blank_line = true;
    }

    fn open_call(&mut self, tagged: bool) {
        self.release();
        self.said = true;
        let place = match self.part {
            Part::Text(place) | Part::Call { place, .. } => place,
        };
        self.part = Part::Call {
            text: String::new(),
            place,
            tagged,
        };
    }

    /// Ends a call without tags if its function has ended; says whether it did.
    fn close_untagged_call(&mut self) -> bool {
        match &self.part {
            Part::Call {
                text,
                tagged: false,
                ..
            } if text.ends_with(FUNCTION_END) => {
                self.close_call(false);
                true
            }
            _ => false,
        }
    }

    fn close_call(&mut self, by_tag: bool) {
        let Part::Call { text, .. } = &self.part else {
            return;
        };
        match calls::parse(text, self.tools) {
            Some(calls) => {
                self.events
                    .extend(calls.into_iter().map(AnswerEvent::ToolCall));
                self.part = Part::Text(Place::Answer);
                self.lines = Lines::default();
                self.blank_line = true;
            }
            None => self.give_up_call(if by_tag { Tag::CallEnd.text() } else { "" }),
        }
    }

    /// What looked like a call is text of the part that it interrupted.
    fn give_up_call(&mut self, end: &str) {
        if let Part::Call {
            text,
            place,
            tagged,
        } = &self.part
        {
            let start = if *tagged { Tag::Call.text() } else { "" };
            if !end.is_empty() {
                self.tag = 0;
            }
            let text = format!("{start}{text}{end}");
            self.part = Part::Text(*place);
            self.write(&text);
        }
    }

    /// Adds text to the current part.
    fn write(&mut self, text: &str) {
        if text.is_empty() || self.stopped() {
            return;
        }
        match &mut self.part {
            Part::Call { text: call, .. } => call.push_str(text),
            Part::Text(Place::Thinking) => {
                let text = self.lines.strip_first(text);
                let text = self.lines.hold_last(text);
                self.emit(text);
            }
            Part::Text(Place::Answer) => {
                let (first, line) = match text.rsplit_once('\n') {
                    Some((_, line)) => (false, line),
                    None => (true, text),
                };
                self.blank_line = line.trim().is_empty() && (self.blank_line || !first);
                self.said |= !text.trim().is_empty();
                let text = self.lines.strip_first(text);
                let text = self.stops.push(text);
                let text = self.lines.hold_last(&text);
                self.emit(text);
                if self.stopped() {
                    let lines = self.lines.release();
                    self.emit(lines);
                }
            }
        }
    }

    /// The current part is over: what was held for a stop string is text.
    fn release(&mut self) {
        if let Part::Text(Place::Answer) = self.part {
            let text = self.stops.release();
            let text = self.lines.hold_last(&text);
            self.emit(text);
        }
    }

    fn emit(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        let rest = self.pending.len() + self.tag + self.stops.held() + self.lines.held();
        self.ends.push(self.given.saturating_sub(rest));
        self.events.push(match self.part {
            Part::Text(Place::Thinking) => AnswerEvent::Thinking(text),
            _ => AnswerEvent::Answer(text),
        });
    }
}
