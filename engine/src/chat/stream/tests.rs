//! Answers, cut into pieces at every place.

use serde_json::json;

use super::*;

/// An answer as the model writes it. Tags that are tokens are written `⟨think⟩ ⟨/think⟩ ⟨call⟩ ⟨/call⟩`;
/// anything else is text.
struct Case {
    name: &'static str,
    text: &'static str,
    thinking: bool,
    tagless: bool,
    stops: &'static [&'static str],
    end: End,
    expected: &'static [(char, &'static str)],
}

const CASE: Case = Case {
    name: "",
    text: "",
    thinking: false,
    tagless: false,
    stops: &[],
    end: End::Stop,
    expected: &[],
};

/// Events: `t` thinking, `a` answer, `c` a call as `name{arguments}`, `x` a call cut off.
const CORPUS: &[Case] = &[
    Case {
        name: "nothing",
        ..CASE
    },
    Case {
        name: "an answer",
        text: "\n Hé 👩‍👩‍👧.\n\n",
        expected: &[('a', "\n Hé 👩‍👩‍👧.\n\n")],
        ..CASE
    },
    Case {
        name: "thinking, then the answer",
        text: "\nadd\n\nthem\n⟨/think⟩\n\n4\n",
        thinking: true,
        expected: &[('t', "add\n\nthem"), ('a', "4\n")],
        ..CASE
    },
    Case {
        name: "the model opens the thinking itself",
        text: "⟨think⟩\nadd\n⟨/think⟩\n\n4",
        expected: &[('t', "add"), ('a', "4")],
        ..CASE
    },
    Case {
        name: "no thought",
        text: "\n⟨/think⟩\n\n4",
        thinking: true,
        expected: &[('a', "4")],
        ..CASE
    },
    Case {
        name: "ends while thinking",
        text: "hm\n",
        thinking: true,
        end: End::Length,
        expected: &[('t', "hm")],
        ..CASE
    },
    Case {
        name: "opens the thinking twice",
        text: "⟨think⟩\nhm ⟨think⟩so⟨/think⟩4",
        thinking: true,
        expected: &[('t', "hm so"), ('a', "4")],
        ..CASE
    },
    Case {
        name: "closes it again and again",
        text: "hm⟨/think⟩\n4⟨/think⟩2⟨/think⟩",
        thinking: true,
        expected: &[('t', "hm"), ('a', "42")],
        ..CASE
    },
    Case {
        name: "thinks again",
        text: "one\n⟨think⟩\ntwo\n⟨/think⟩\n\nthree",
        expected: &[('a', "one"), ('t', "two"), ('a', "three")],
        ..CASE
    },
    Case {
        name: "tags that are only text",
        text: "</think> a <think> b <tool_call>\n<function=f>\n</function>\n</tool_call> c</think>",
        thinking: true,
        expected: &[(
            't',
            "</think> a <think> b <tool_call>\n<function=f>\n</function>\n</tool_call> c</think>",
        )],
        ..CASE
    },
    Case {
        name: "a call",
        text: "Let me look.\n\n⟨call⟩\n<function=weather>\n<parameter=city>\nSão Paulo\n</parameter>\n<parameter=days>\n2\n</parameter>\n<parameter=detailed>\nTrue\n</parameter>\n</function>\n⟨/call⟩",
        expected: &[
            ('a', "Let me look."),
            (
                'c',
                r#"weather{"city":"São Paulo","days":2,"detailed":true}"#,
            ),
        ],
        ..CASE
    },
    Case {
        name: "calls after thinking, and a word after them",
        text: "look\n⟨/think⟩\n\n⟨call⟩\n<function=weather>\n<parameter=city>\nA\n</parameter>\n</function>\n⟨/call⟩\n⟨call⟩\n<function=note>\n</function>\n⟨/call⟩\n\ndone\n",
        thinking: true,
        expected: &[
            ('t', "look"),
            ('c', r#"weather{"city":"A"}"#),
            ('c', "note{}"),
            ('a', "done\n"),
        ],
        ..CASE
    },
    Case {
        name: "a call while thinking ends the thinking",
        text: "look\n⟨call⟩\n<function=note>\n</function>\n⟨/call⟩\nok",
        thinking: true,
        expected: &[('t', "look"), ('c', "note{}"), ('a', "ok")],
        ..CASE
    },
    Case {
        name: "a call that was only thought of",
        text: "use ⟨call⟩ here\n⟨/think⟩\n\nno",
        thinking: true,
        expected: &[('t', "use <tool_call> here"), ('a', "no")],
        ..CASE
    },
    Case {
        name: "a value keeps its lines but one at each end",
        text: "⟨call⟩\n<function=note>\n<parameter=text>\n\n  a\n\tb  \n\n</parameter>\n</function>\n⟨/call⟩",
        expected: &[('c', r#"note{"text":"\n  a\n\tb  \n"}"#)],
        ..CASE
    },
    Case {
        name: "values on one line, and empty ones",
        text: "⟨call⟩<function=note><parameter=text>a</parameter><parameter=more></parameter><parameter=rest>\n</parameter></function>⟨/call⟩",
        expected: &[('c', r#"note{"text":"a","more":"","rest":""}"#)],
        ..CASE
    },
    Case {
        name: "values that hold tags",
        text: "⟨call⟩\n<function=note>\n<parameter=text>\n</parameter> </function> ⟨think⟩⟨/think⟩ </tool_call>⟨call⟩\n</parameter>\n</function>\n⟨/call⟩",
        expected: &[(
            'c',
            r#"note{"text":"</parameter> </function> <think></think> </tool_call><tool_call>"}"#,
        )],
        ..CASE
    },
    Case {
        name: "a parameter twice, an end tag forgotten",
        text: "⟨call⟩\n<function=note>\n<parameter=text>\n1\n</parameter>\n<parameter=text>\n2\n</parameter>\n<parameter=more>\n3\n</function>\n⟨/call⟩",
        expected: &[('c', r#"note{"text":"2","more":"3"}"#)],
        ..CASE
    },
    Case {
        name: "two functions in one call, the closing tag forgotten",
        text: "⟨call⟩\n<function=note>\n</function>\n<function=other>\n</function>\n",
        expected: &[('c', "note{}"), ('c', "other{}")],
        ..CASE
    },
    Case {
        name: "the next call closes the last",
        text: "⟨call⟩\n<function=note>\n</function>\n⟨call⟩\n<function=other>\n</function>\n⟨/call⟩",
        expected: &[('c', "note{}"), ('c', "other{}")],
        ..CASE
    },
    Case {
        name: "no opening tag",
        text: "So:\n<function=note>\n<parameter=text>\nx\n</parameter>\n</function>\n⟨/call⟩\nand\n<function=weather>\n</function>",
        expected: &[
            ('a', "So:"),
            ('c', r#"note{"text":"x"}"#),
            ('a', "and"),
            ('c', "weather{}"),
        ],
        ..CASE
    },
    Case {
        name: "talk about functions",
        text: "see <function=note> and\n<function=unknown>\n or\n<function=\n<functio",
        expected: &[(
            'a',
            "see <function=note> and\n<function=unknown>\n or\n<function=\n<functio",
        )],
        ..CASE
    },
    Case {
        name: "the JSON form",
        text: "⟨call⟩\n{\"name\": \"note\", \"arguments\": {\"text\": \"a\"}}\n⟨/call⟩⟨call⟩{\"name\": \"b\", \"arguments\": \"{\\\"c\\\": 1}\"}⟨/call⟩",
        expected: &[('c', r#"note{"text":"a"}"#), ('c', r#"b{"c":1}"#)],
        ..CASE
    },
    Case {
        name: "a JSON object in the family's form",
        text: "⟨call⟩\n<function=note>\n{\"text\": [1]}\n</function>\n⟨/call⟩",
        expected: &[('c', r#"note{"text":[1]}"#)],
        ..CASE
    },
    Case {
        name: "no call at all",
        text: "a\n⟨call⟩\nnothing\n⟨/call⟩ b",
        expected: &[('a', "a\n<tool_call>\nnothing\n</tool_call> b")],
        ..CASE
    },
    Case {
        name: "cut off in a value",
        text: "a\n⟨call⟩\n<function=note>\n<parameter=text>\nb",
        end: End::Length,
        expected: &[('a', "a"), ('x', "\n<function=note>\n<parameter=text>\nb")],
        ..CASE
    },
    Case {
        name: "cut off after the first of two calls",
        text: "⟨call⟩\n<function=note>\n</function>\n⟨/call⟩\n⟨call⟩\n<fun",
        end: End::Length,
        expected: &[('c', "note{}"), ('x', "\n<fun")],
        ..CASE
    },
    Case {
        name: "cut off before the closing tag: there might have been more",
        text: "⟨call⟩\n<function=note>\n</function>",
        end: End::Length,
        expected: &[('x', "\n<function=note>\n</function>")],
        ..CASE
    },
    Case {
        name: "cut off without an opening tag",
        text: "<function=note>\n<parameter=text>\nb",
        end: End::Cancelled,
        expected: &[('x', "<function=note>\n<parameter=text>\nb")],
        ..CASE
    },
    Case {
        name: "cut off in a name",
        text: "a\n<function=no",
        end: End::Length,
        expected: &[('a', "a"), ('x', "<function=no")],
        ..CASE
    },
    Case {
        name: "ended by the model within a call",
        text: "⟨call⟩\n<function=note>\n<parameter=text>\nb",
        expected: &[('x', "\n<function=note>\n<parameter=text>\nb")],
        ..CASE
    },
    Case {
        name: "a stop string",
        text: "one\n\ntwo STOP three",
        stops: &["STOP", "\n\n\n"],
        expected: &[('a', "one\n\ntwo ")],
        ..CASE
    },
    Case {
        name: "nothing comes after a stop string",
        text: "a STOP\n<function=note>\n</function>\n⟨call⟩\n<function=note>\n</function>\n⟨/call⟩ ⟨think⟩b",
        stops: &["STOP"],
        expected: &[('a', "a ")],
        ..CASE
    },
    Case {
        name: "nothing comes after a stop string, tags as text",
        text: "a STOP<tool_call>\n<function=note>\n</function>\n</tool_call>",
        tagless: true,
        stops: &["STOP"],
        expected: &[('a', "a ")],
        ..CASE
    },
    Case {
        name: "stop strings count in the answer alone",
        text: "STOP\n⟨/think⟩\n\n⟨call⟩\n<function=note>\n<parameter=text>\nSTOP\n</parameter>\n</function>\n⟨/call⟩\nSTO\nSTOP!",
        thinking: true,
        stops: &["STOP"],
        expected: &[
            ('t', "STOP"),
            ('c', r#"note{"text":"STOP"}"#),
            ('a', "STO\n"),
        ],
        ..CASE
    },
    Case {
        name: "a stop string does not reach over a call",
        text: "ST⟨call⟩\n<function=note>\n</function>\n⟨/call⟩OP",
        stops: &["STOP"],
        expected: &[('a', "ST"), ('c', "note{}"), ('a', "OP")],
        ..CASE
    },
    Case {
        name: "a stop string that does not come",
        text: "12 EN",
        stops: &["END"],
        expected: &[('a', "12 EN")],
        ..CASE
    },
    Case {
        name: "tags as text where they are no tokens",
        text: "\n<think>\nadd <think> </thin\n</think>\n\n4 <think></think>\n<tool_call>\n<function=note>\n<parameter=text>\n</tool_call>\n</parameter>\n</function>\n</tool_call>\nok",
        tagless: true,
        expected: &[
            ('t', "add <think> </thin"),
            ('a', "4 <think></think>"),
            ('c', r#"note{"text":"</tool_call>"}"#),
            ('a', "ok"),
        ],
        ..CASE
    },
    Case {
        name: "tags as text, thinking from the start, calls one after the other",
        text: "hm</think><tool_call><function=note></function><tool_call><function=other></function></tool_call></tool_",
        thinking: true,
        tagless: true,
        expected: &[
            ('t', "hm"),
            ('c', "note{}"),
            ('c', "other{}"),
            ('a', "</tool_"),
        ],
        ..CASE
    },
    Case {
        name: "tags as text, malformed",
        text: "<tool_call>so</tool_call> <tool_call>{",
        tagless: true,
        expected: &[('a', "<tool_call>so</tool_call> "), ('x', "{")],
        ..CASE
    },
];

fn tools() -> Vec<Value> {
    vec![
        json!({"type": "function", "function": {"name": "weather", "parameters": {"properties": {
            "city": {"type": "string"}, "days": {"type": "integer"}, "detailed": {"type": "boolean"}}}}}),
        json!({"type": "function", "function": {"name": "note", "parameters": {"properties": {"text": {"type": "string"}}}}}),
        json!({"type": "function", "function": {"name": "other"}}),
    ]
}

/// A character of text, or a tag.
#[derive(Clone, Copy)]
enum Unit {
    Char(char),
    Tag(Tag),
}

fn units(text: &str) -> Vec<Unit> {
    let marks = [
        ("⟨think⟩", Tag::Think),
        ("⟨/think⟩", Tag::ThinkEnd),
        ("⟨call⟩", Tag::Call),
        ("⟨/call⟩", Tag::CallEnd),
    ];
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((mark, tag)) = marks.iter().find(|(mark, _)| rest.starts_with(mark)) {
            units.push(Unit::Tag(*tag));
            rest = &rest[mark.len()..];
        } else {
            units.push(Unit::Char(c));
            rest = &rest[c.len_utf8()..];
        }
    }
    units
}

/// Events of one kind in a row are one.
fn joined(events: Vec<AnswerEvent>) -> Vec<(char, String)> {
    let mut out: Vec<(char, String)> = Vec::new();
    for event in events {
        let (kind, text) = match event {
            AnswerEvent::Thinking(text) => ('t', text),
            AnswerEvent::Answer(text) => ('a', text),
            AnswerEvent::ToolCall(call) => {
                ('c', call.name + &Value::Object(call.arguments).to_string())
            }
            AnswerEvent::CutOffCall(text) => ('x', text),
        };
        assert!(!text.is_empty(), "an empty event {kind}");
        match out.last_mut() {
            Some((last, before)) if *last == kind && matches!(kind, 't' | 'a') => {
                before.push_str(&text)
            }
            _ => out.push((kind, text)),
        }
    }
    out
}

/// Splits a case's text given in these pieces.
fn split(case: &Case, pieces: &[&[Unit]]) -> Vec<(char, String)> {
    let tools = tools();
    let text_tags = if case.tagless {
        Tag::ALL.to_vec()
    } else {
        Vec::new()
    };
    let stops = case.stops.iter().map(|&stop| stop.to_owned()).collect();
    let mut splitter = Splitter::new(case.thinking, text_tags, Tools::new(&tools), stops);
    let mut events = Vec::new();
    for piece in pieces {
        let mut text = String::new();
        for unit in *piece {
            match unit {
                Unit::Char(c) => text.push(*c),
                Unit::Tag(tag) => {
                    splitter.text(&std::mem::take(&mut text));
                    splitter.tag(*tag);
                }
            }
        }
        splitter.text(&text);
        events.extend(splitter.take_events());
    }
    splitter.finish(case.end);
    events.extend(splitter.take_events());
    joined(events)
}

fn expected(case: &Case) -> Vec<(char, String)> {
    case.expected
        .iter()
        .map(|(kind, text)| (*kind, (*text).to_owned()))
        .collect()
}

#[test]
fn every_answer_is_split_alike_however_it_is_cut() {
    for case in CORPUS {
        let units = units(case.text);
        let expected = expected(case);
        let single: Vec<&[Unit]> = units.chunks(1).collect();
        assert_eq!(
            split(case, &single),
            expected,
            "{}, unit by unit",
            case.name
        );
        for first in 0..=units.len() {
            for second in first..=units.len() {
                let pieces = [&units[..first], &units[first..second], &units[second..]];
                assert_eq!(
                    split(case, &pieces),
                    expected,
                    "{}, cut at {first} and {second}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn every_piece_of_text_is_found_where_it_is_said_to_end() {
    for case in CORPUS {
        let tools = tools();
        let text_tags = if case.tagless {
            Tag::ALL.to_vec()
        } else {
            Vec::new()
        };
        let stops = case.stops.iter().map(|&stop| stop.to_owned()).collect();
        let mut splitter = Splitter::new(case.thinking, text_tags, Tools::new(&tools), stops);
        let mut given = String::new();
        let check = |splitter: &mut Splitter<'_>, given: &str| {
            assert_eq!(splitter.given(), given.len());
            let mut ends = splitter.take_ends().into_iter();
            for event in splitter.take_events() {
                if let AnswerEvent::Thinking(text) | AnswerEvent::Answer(text) = event {
                    let at = &given[..ends.next().expect("an end for each piece")];
                    assert!(at.ends_with(&text), "{}: {text:?} in {at:?}", case.name);
                }
            }
            assert_eq!(ends.next(), None);
        };
        for unit in units(case.text) {
            match unit {
                Unit::Char(c) => {
                    given.push(c);
                    splitter.text(c.encode_utf8(&mut [0; 4]));
                }
                Unit::Tag(tag) => {
                    given.push_str(tag.text());
                    splitter.tag(tag);
                }
            }
            check(&mut splitter, &given);
        }
        splitter.finish(case.end);
        check(&mut splitter, &given);
    }
}
