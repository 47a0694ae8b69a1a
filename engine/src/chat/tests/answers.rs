//! Answers through the built-in model's vocabulary.

use serde_json::{Map, Value, json};
use tokenizers::Tokenizer;

use crate::chat::{
    AddedTokens, AnswerEvent, AnswerParser, Conversation, End, Message, ParserOptions,
    RenderOptions, ToolCall,
    testing::{Random, pocket, templates},
};

/// The tokens of an answer in which the tags are tokens.
fn encode(tokenizer: &Tokenizer, text: &str) -> Vec<u32> {
    tokenizer
        .encode_fast(text, false)
        .expect("tokens")
        .get_ids()
        .to_vec()
}

fn parse(
    tokenizer: &Tokenizer,
    added: &AddedTokens,
    options: ParserOptions,
    ids: &[u32],
    end: End,
) -> (String, String, Vec<ToolCall>, Vec<String>) {
    let mut parser = AnswerParser::new(tokenizer, added, options);
    let mut events: Vec<AnswerEvent> = ids.iter().flat_map(|&id| parser.push(id)).collect();
    events.extend(parser.finish(end));
    let mut out = (String::new(), String::new(), Vec::new(), Vec::new());
    for event in events {
        match event {
            AnswerEvent::Thinking(text) => out.0 += &text,
            AnswerEvent::Answer(text) => out.1 += &text,
            AnswerEvent::ToolCall(call) => out.2.push(call),
            AnswerEvent::CutOffCall(text) => out.3.push(text),
        }
    }
    out
}

#[test]
fn tags_count_as_tokens_and_not_as_text() {
    let (tokenizer, added) = pocket();
    let thinking = ParserOptions {
        starts_in_thinking: true,
        ..ParserOptions::default()
    };
    let mut ids = encode(&tokenizer, "hm 👩‍👩‍👧</think>\n\nLook: ");
    // The same text, made of ordinary tokens.
    for c in "</think><tool_call>".chars() {
        ids.extend(encode(&tokenizer, &c.to_string()));
    }
    ids.extend(encode(
        &tokenizer,
        "<tool_call>\n<function=f>\n</function>\n</tool_call>",
    ));
    let (thought, said, calls, cut) = parse(&tokenizer, &added, thinking, &ids, End::Stop);
    assert_eq!(
        (thought.as_str(), said.as_str()),
        ("hm 👩‍👩‍👧", "Look: </think><tool_call>")
    );
    assert_eq!(
        calls,
        [ToolCall {
            name: "f".into(),
            arguments: Map::new()
        }]
    );
    assert!(cut.is_empty());
}

#[test]
fn a_prompt_that_is_no_conversation_has_only_an_answer() {
    let (tokenizer, added) = pocket();
    let text = "\n<think>a</think>\n\n<tool_call>\n<function=f>\n</function>\n</tool_call> b STOP";
    let options = ParserOptions {
        starts_in_thinking: true,
        plain: true,
        stops: vec!["STOP".into()],
        ..ParserOptions::default()
    };
    let (thought, said, calls, _) = parse(
        &tokenizer,
        &added,
        options,
        &encode(&tokenizer, text),
        End::Stop,
    );
    assert_eq!(
        (thought.as_str(), said.as_str(), calls.len()),
        ("", &text[..text.len() - 4], 0)
    );
}

#[test]
fn control_tokens_are_no_text() {
    let (tokenizer, added) = pocket();
    let ids = encode(&tokenizer, "a<|im_start|>b<tool_response>");
    let (_, said, _, _) = parse(
        &tokenizer,
        &added,
        ParserOptions::default(),
        &ids,
        End::Stop,
    );
    assert_eq!(said, "ab<tool_response>");
}

#[test]
fn a_stop_string_ends_the_answer_at_its_last_token() {
    let (tokenizer, added) = pocket();
    let ids = encode(&tokenizer, "one two three four");
    let options = ParserOptions {
        stops: vec!["o three".into()],
        ..ParserOptions::default()
    };
    let mut parser = AnswerParser::new(&tokenizer, &added, options);
    let mut said = String::new();
    let mut taken = 0;
    for &id in &ids {
        for event in parser.push(id) {
            if let AnswerEvent::Answer(text) = event {
                said += &text;
            }
        }
        taken += 1;
        if parser.stopped() {
            break;
        }
    }
    let before = tokenizer.decode(&ids[..taken], false).expect("text");
    let earlier = tokenizer.decode(&ids[..taken - 1], false).expect("text");
    assert!(before.contains("o three") && !earlier.contains("o three"));
    assert_eq!(said, "one tw");
    assert!(parser.push(ids[0]).is_empty() && parser.finish(End::Stop).is_empty());
}

fn tools() -> Vec<Value> {
    let schema = json!({"type": "object", "properties": {
        "text": {"type": "string"}, "count": {"type": "integer"}, "share": {"type": "number"}, "on": {"type": "boolean"},
        "list": {"type": "array"}, "map": {"type": "object"}, "none": {"type": ["string", "null"]}}});
    vec![
        json!({"type": "function", "function": {"name": "work", "description": "Works.", "parameters": schema}}),
    ]
}

/// A call with arguments of every type.
fn call(random: &mut Random) -> ToolCall {
    let fragments = [
        "a",
        " ",
        "\n",
        "\n\n",
        "\t",
        "é",
        "日本",
        "👩‍👩‍👧",
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "null",
        "true",
        "1",
        "<b>",
        "</b>",
        "&",
        "<parameter",
        "</function",
        "'",
        "<function=",
        "\r\n",
        "<tool",
        "\u{1f}",
    ];
    let mut arguments = Map::new();
    for key in ["text", "count", "share", "on", "list", "map", "none"] {
        if random.below(3) == 0 {
            continue;
        }
        let value = match key {
            "count" => json!(random.below(1 << 40) as i64 - (1 << 39)),
            "share" => json!(random.below(1 << 30) as f64 / 1024.0 + 0.5),
            "on" => json!(random.below(2) == 0),
            "list" => json!([random.text(&fragments, 4), 1, null, [false]]),
            "map" => {
                json!({random.text(&fragments, 2): random.text(&fragments, 4), "b": {"c": 1.5}})
            }
            "none" => [json!(null), json!("x")][random.below(2)].clone(),
            _ => json!(random.text(&fragments, 8)),
        };
        arguments.insert(key.into(), value);
    }
    ToolCall {
        name: "work".into(),
        arguments,
    }
}

#[test]
fn calls_come_back_from_every_template() {
    let (tokenizer, added) = pocket();
    let mut random = Random::new(1);
    let tools = tools();
    for round in 0..100 {
        let calls: Vec<ToolCall> = (0..1 + random.below(3))
            .map(|_| call(&mut random))
            .collect();
        let said = ["", "So.", "Let me\n\nlook"][random.below(3)];
        let conversation = Conversation {
            messages: vec![
                Message::user("x"),
                Message::assistant(said)
                    .with_reasoning("why\n\nnot")
                    .with_tool_calls(&calls),
            ],
            tools: tools.clone(),
        };
        let args = json!({"add_generation_prompt": false})
            .as_object()
            .expect("an object")
            .clone();
        let options = RenderOptions {
            thinking: Some(true),
            template_args: args,
        };
        for (file, template) in templates() {
            let rendered = template
                .render(&conversation, &options, &added)
                .expect("a rendering");
            let start = rendered
                .prompt
                .rfind("<|im_start|>assistant\n")
                .expect("a turn")
                + "<|im_start|>assistant\n".len();
            let answer = rendered.prompt[start..]
                .strip_suffix("<|im_end|>\n")
                .expect("its end");
            // As the model writes it, the tags of the form are tokens and those in values may be.
            let ids = encode(&tokenizer, answer);
            let options = ParserOptions {
                tools: &tools,
                ..ParserOptions::default()
            };
            let (thought, text, parsed, cut) = parse(&tokenizer, &added, options, &ids, End::Stop);
            assert_eq!(parsed, calls, "{file} {round}");
            assert_eq!(
                (thought.as_str(), text.as_str()),
                ("why\n\nnot", said),
                "{file} {round}"
            );
            assert!(cut.is_empty());
        }
    }
}

#[test]
fn no_tokens_do_harm() {
    let (tokenizer, added) = pocket();
    let mut random = Random::new(2);
    let tools = tools();
    let pieces: Vec<Vec<u32>> = [
        "<think>",
        "</think>",
        "<tool_call>",
        "</tool_call>",
        "<function=work>",
        "<function=",
        "</function>",
        "<parameter=text>",
        "<parameter=",
        "</parameter>",
        "\n",
        "x",
        "{\"name\": \"work\"}",
        "é",
        "👩‍",
        "STOP",
        "STO",
        "<|im_start|>",
    ]
    .iter()
    .map(|text| encode(&tokenizer, text))
    .collect();
    for _ in 0..5000 {
        let mut ids: Vec<u32> = Vec::new();
        for _ in 0..random.below(25) {
            if random.below(6) == 0 {
                ids.push(random.below(8200) as u32);
            } else {
                ids.extend(&pieces[random.below(pieces.len())]);
            }
        }
        let end = [End::Stop, End::Length, End::Cancelled][random.below(3)];
        let options = || ParserOptions {
            starts_in_thinking: ids.len().is_multiple_of(2),
            tools: &tools,
            stops: vec!["STOP".into()],
            plain: false,
        };
        let (_, said, calls, _) = parse(&tokenizer, &added, options(), &ids, end);
        assert!(!said.contains("STOP"));
        assert!(
            calls
                .iter()
                .all(|call| !call.name.is_empty() && !call.name.contains('\n'))
        );
        // Plainly, it is all there.
        let options = ParserOptions {
            plain: true,
            ..ParserOptions::default()
        };
        let (_, said, _, _) = parse(&tokenizer, &added, options, &ids, end);
        let text: String = ids
            .split(|&id| added.is_special(id))
            .map(|ids| tokenizer.decode(ids, false).expect("text"))
            .collect();
        assert_eq!(said, text);
    }
}
