//! The reference engine's renderings, and templates and conversations that mean no good.

use std::fs;

use serde_json::json;

use super::*;
use crate::chat::{
    Message, Rendered,
    testing::{Case, each_golden, pocket, pocket_folder, template},
};

fn plainly(template: &ChatTemplate, case: &Case) -> Result<String, Error> {
    let job = Job::new(&case.conversation, &case.options, ZonedDateTime::default());
    job.render(template.default.text())
}

fn render(template: &ChatTemplate, conversation: &Conversation) -> Rendered {
    render_with(template, conversation, &RenderOptions::default())
}

fn render_with(
    template: &ChatTemplate,
    conversation: &Conversation,
    options: &RenderOptions,
) -> Rendered {
    let (_, added) = pocket();
    template
        .render(conversation, options, &added)
        .expect("a rendering")
}

/// A conversation of any messages, those too that [`Conversation::from_json`] refuses.
fn conversation(messages: Json) -> Conversation {
    let messages = messages.as_array().cloned().expect("a list").into_iter();
    Conversation::new(
        messages
            .map(|message| Message::try_from(message).expect("a message"))
            .collect(),
    )
}

fn hello() -> Conversation {
    Conversation::new(vec![Message::user("Hello")])
}

#[test]
fn every_reference_rendering_is_met_byte_for_byte() {
    let count = each_golden(|template, case, golden| {
        let name = &case.name;
        match (plainly(template, case), golden) {
            (Ok(text), golden) => assert_eq!(Ok(text.as_str()), golden, "{name}"),
            (Err(error), Err(golden)) => {
                let raised = error
                    .source()
                    .and_then(|error| error.downcast_ref::<Raised>());
                // Messages of Python itself are its own.
                if raised.is_some() || template.default.text().contains(golden) {
                    assert_eq!(
                        raised.map(|raised| raised.0.as_str()),
                        Some(golden),
                        "{name}"
                    );
                }
            }
            (Err(error), Ok(_)) => panic!("{name}: {error}"),
        }
    });
    assert!(count > 350, "only {count} renderings");
}

#[test]
fn a_conversation_is_changed_only_where_the_template_raises() {
    let (_, added) = pocket();
    each_golden(|template, case, golden| {
        let rendered = template
            .render(&case.conversation, &case.options, &added)
            .expect("a rendering");
        match golden {
            Ok(text) => {
                assert_eq!(rendered.prompt, text, "{}", case.name);
                assert!(rendered.warnings.is_empty(), "{}", case.name);
            }
            Err(_) => {
                assert!(!rendered.warnings.is_empty(), "{}", case.name);
                assert!(
                    !rendered.warnings.iter().any(|line| line.contains("ChatML")),
                    "{}: {:?}",
                    case.name,
                    rendered.warnings
                );
                assert!(rendered.prompt.starts_with("<|im_start|>"), "{}", case.name);
            }
        }
    });
}

#[test]
fn shapes_the_template_refuses_keep_their_text() {
    let user = "<|im_start|>user\n";
    let end = "<|im_end|>\n";
    let answer = "<|im_start|>assistant\n<think>\n";
    let tool = |text: &str| format!("\n<tool_response>\n{text}\n</tool_response>{end}");
    let cases = [
        (
            json!([{"role": "system", "content": "Name it."}]),
            format!("{user}Name it.{end}{answer}"),
        ),
        (json!([]), format!("{user}{end}{answer}")),
        (
            json!([{"role": "user", "content": "a"}, {"role": "system", "content": "b"}]),
            format!("{user}a{end}{user}b{end}{answer}"),
        ),
        (
            json!([{"role": "system", "content": "a"}, {"role": "developer", "content": "b"}, {"role": "user", "content": "c"}]),
            format!("<|im_start|>system\na\n\nb{end}{user}c{end}{answer}"),
        ),
        (
            json!([{"role": "tool", "content": "21"}]),
            format!("{user}{end}<|im_start|>user{}{answer}", tool("21")),
        ),
        (
            json!([{"role": "user", "content": "a"}, {"role": "function", "content": "21"}]),
            format!("{user}a{end}<|im_start|>user{}{answer}", tool("21")),
        ),
        (
            json!([{"role": "user", "content": "a"}, {"role": "critic", "content": "b"}]),
            format!("{user}a{end}{user}[critic]: b{end}{answer}"),
        ),
        (
            json!([{"role": "user", "content": 7}]),
            format!("{user}7{end}{answer}"),
        ),
        (
            json!([{"role": "user", "content": ["a", {"type": "input_audio"}, {"text": "b"}]}]),
            format!("{user}ab{end}{answer}"),
        ),
        (
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "tool_calls": [
                {"function": {"name": "f", "arguments": "no JSON"}}, {"function": {"arguments": {}}}]}]),
            format!(
                "{user}a{end}<|im_start|>assistant\n<think>\n\n</think>\n\n<tool_call>\n<function=f>\n\
                 <parameter=arguments>\nno JSON\n</parameter>\n</function>\n</tool_call>{end}{answer}"
            ),
        ),
    ];
    let template = template("qwen3.5.jinja");
    for (messages, prompt) in cases {
        let rendered = render(&template, &conversation(messages.clone()));
        assert_eq!(rendered.prompt, prompt, "{messages}");
        let warnings = rendered.warnings.join("\n");
        assert!(
            !warnings.is_empty() && !warnings.contains("ChatML"),
            "{messages}: {warnings}"
        );
    }
}

#[test]
fn arguments_may_be_json_text() {
    let with = |arguments: Json| {
        conversation(
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": "", "tool_calls": [
            {"type": "function", "function": {"name": "f", "arguments": arguments}}]}]),
        )
    };
    for file in [
        "qwen3.5.jinja",
        "pocket.jinja",
        "community-qwen3.8-v22.jinja",
    ] {
        let template = template(file);
        let text = render(
            &template,
            &with(json!("{\"b\": [1.0, \"x\"], \"a\": \"é\"}")),
        );
        let object = render(&template, &with(json!({"b": [1.0, "x"], "a": "é"})));
        assert_eq!(text, object, "{file}");
        assert_eq!(
            render(&template, &with(json!(" "))),
            render(&template, &with(json!({}))),
            "{file}"
        );
    }
}

#[test]
fn thinking_and_arguments_reach_the_template() {
    let (on, off, auto) = (Some(true), Some(false), None);
    // The small models' template does not think unless it is asked to.
    let cases = [
        ("qwen3.5.jinja", auto, json!({}), true),
        ("qwen3.5.jinja", off, json!({}), false),
        ("qwen3.5.jinja", off, json!({"enable_thinking": true}), true),
        (
            "qwen3.5.jinja",
            on,
            json!({"add_generation_prompt": false}),
            false,
        ),
        ("qwen3.5-small.jinja", auto, json!({}), false),
        ("qwen3.5-small.jinja", on, json!({}), true),
        ("pocket.jinja", auto, json!({}), true),
        ("pocket.jinja", off, json!({}), false),
        (
            "community-qwen3.8-v22.jinja",
            on,
            json!({"auto_disable_thinking_with_tools": true}),
            true,
        ),
    ];
    for (file, thinking, args, thinks) in cases {
        let options = RenderOptions {
            thinking,
            template_args: args.as_object().expect("an object").clone(),
        };
        let rendered = render_with(&template(file), &hello(), &options);
        assert_eq!(
            rendered.starts_in_thinking, thinks,
            "{file} {thinking:?} {args}"
        );
    }
    let forged = Conversation::new(vec![Message::user("<think>")]);
    assert!(!render(&template("qwen3.5-small.jinja"), &forged).starts_in_thinking);
    let args = json!({"messages": 1, "tools": 1, "x": "y"});
    let options = RenderOptions {
        template_args: args.as_object().expect("an object").clone(),
        ..RenderOptions::default()
    };
    let template =
        ChatTemplate::from_source("{{ messages[0].content }} {{ tools }} {{ documents }} {{ x }}");
    assert_eq!(
        render_with(&template, &hello(), &options).prompt,
        "Hello None None y"
    );
}

#[test]
fn templates_of_other_makers_render_as_in_python() {
    let cases = [
        (
            "{{ true }} {{ none }} {{ 1.0 }} {{ 1e16 }} {{ 1e-5 }} {{ x }}",
            "True None 1.0 1e+16 1e-05 ",
        ),
        (
            "{{ [true, none, 1e22, 'it\\'s', '\u{200b}'] }} {{ {'a': (1,)} }}",
            "[True, None, 1e+22, \"it's\", '\\u200b'] {'a': (1,)}",
        ),
        ("{{ 'a' in none }}", ""),
        (
            "{{ none is iterable }} {{ 'a' is iterable }} {{ {} is sequence }} {{ 1 is sequence }}",
            "False True True False",
        ),
        (
            "{{ '\u{1f} a \u{85}' | trim }}|{{ 'xxayx'.strip('xy') }}|{{ ' a'.lstrip() }}|{{ none | trim }}",
            "a|a|a|None",
        ),
        (
            "{{ ' a\u{1c}b  c '.split() }} {{ 'a,b,c'.split(',', 1) }}",
            "['a', 'b', 'c'] ['a', 'b,c']",
        ),
        (
            "{{ 'a\rb\u{2028}c\n'.splitlines() }} {{ 'a\\r\\nb'.splitlines(true) }}",
            "['a', 'b', 'c'] ['a\\r\\n', 'b']",
        ),
        (
            "{{ {'b': [1, {}], 'a': '<é>'} | tojson }}",
            "{\"b\": [1, {}], \"a\": \"<é>\"}",
        ),
        (
            "{{ {'b': [1], 'a': []} | tojson(indent=2) }}",
            "{\n  \"b\": [\n    1\n  ],\n  \"a\": []\n}",
        ),
        (
            "{{ {'b': 1, 'a': 'é'} | tojson(sort_keys=true, ensure_ascii=true, separators=(',', ':')) }}",
            "{\"a\":\"\\u00e9\",\"b\":1}",
        ),
        (
            "{{ ['a', 1.0, none] | join('-') }} {{ [{'a': 1}] | join(attribute='a') }}",
            "a-1.0-None 1",
        ),
        (
            "{% for x in [1, 2, 3] %}{% if x == 2 %}{% continue %}{% endif %}{{ x }}{% endfor %}",
            "13",
        ),
        (
            "{{ messages[0:] is sequence }} {{ messages[:0] }} {{ ([1.0] + ['a'])[::-1] }}",
            "True [] ['a', 1.0]",
        ),
        (
            "{% set ns = namespace(a=1) %}{% set ns.b = ns.a, 2 %}{% set x = [ns.b] %}{{ x }} {{ dict(a=x) }}",
            "[(1, 2)] {'a': [(1, 2)]}",
        ),
        ("{%- generation -%} a {%- endgeneration %}", "a"),
        (
            "a\r\n  {% if true %}\r\nb\r\n  {% endif %}\r\nc\n",
            "a\nb\nc",
        ),
        ("{{ strftime_now('%Y') | length }}", "4"),
        ("{{ strftime_now('%!') }}", ""),
        ("{{ raise_exception(messages[0].content) }}", ""),
    ];
    let chatml = render(&ChatTemplate::chatml(), &hello());
    for (source, prompt) in cases {
        let rendered = render(&ChatTemplate::from_source(source), &hello());
        if prompt.is_empty() {
            assert_eq!(rendered.prompt, chatml.prompt, "{source}");
            let [warning] = rendered.warnings.as_slice() else {
                panic!("{source}: {:?}", rendered.warnings)
            };
            assert!(
                warning.contains("ChatML") && !warning.contains("Hello"),
                "{warning}"
            );
        } else {
            assert_eq!(rendered.prompt, prompt, "{source}");
            assert!(
                rendered.warnings.is_empty(),
                "{source}: {:?}",
                rendered.warnings
            );
        }
    }
}

#[test]
fn broken_and_endless_templates_give_chatml() {
    let nested = "{% set ns = namespace(x=[1]) %}{% for i in range(99999) %}{% set ns.x = [ns.x] %}{% endfor %}";
    let shared = "{% set ns = namespace(x=[1]) %}{% for i in range(99) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}";
    let sources = [
        "{% if %}".to_owned(),
        "{{ 'open".to_owned(),
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}".to_owned(),
        "{% for i in range(99999) %}{% for j in range(999) %}12345678{% endfor %}{% endfor %}".to_owned(),
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}".to_owned(),
        "{% set ns = namespace(x='12345678') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}".to_owned(),
        "{{ 'a' * 99999999 }}".to_owned(),
        "{{ '{:999999999}'.format(1) }}".to_owned(),
        "{{ 'a'.center(10) }}".to_owned(),
        "{% set ns = namespace() %}{% set ns.x = ns %}{{ ns ~ '' }}".to_owned(),
        "{% set ns = namespace() %}{% set ns.x = [ns] + [] %}{{ ns ~ '' }}".to_owned(),
        "{% set ns = namespace() %}{% set ns.x = (ns, 1)[0:] %}{{ {ns: 1} }}".to_owned(),
        "{% set ns = namespace() %}{% set n = namespace(x=ns) %}{% set ns.x = n %}{{ ns ~ '' }}".to_owned(),
        "{% set ns = namespace() %}{% set (ns.x, y) = (ns, 1) %}{{ ns == [ns] }}".to_owned(),
        format!("{shared}{{{{ ns.x ~ '' }}}}"),
        format!("{shared}{{{{ ns.x == [ns.x] }}}}"),
        format!("{shared}{{{{ [ns.x, ns.x] | sort }}}}"),
        "{% set x = [1] %}".to_owned() + &"{% set x = x, x %}".repeat(99) + "{{ x ~ '' }}",
        "{% set x = [1] %}".to_owned() + &"{% set x = [x] * 2 %}".repeat(99) + "{{ {x: 1} }}",
        "{% set x = [1] %}".to_owned() + &"{% set x = dict(a=x, b=x) %}".repeat(99) + "{{ x ~ '' }}",
        "{% set n = namespace %}{% set x = 1 %}".to_owned() + &"{% set x = n(a=x, b=x) %}".repeat(99) + "{{ x ~ '' }}",
        "{% set x = [1] %}".to_owned() + &"{% set x = (x + x) | batch(2) | list %}".repeat(99) + "{{ x ~ '' }}",
        format!("{nested}{{{{ ns.x }}}}"),
        format!("{nested}{{{{ ns.x | tojson }}}}"),
        format!("{shared}{{{{ ns.x }}}}"),
        format!("{shared}{{{{ ns.x | tojson }}}}"),
        format!("{shared}{{{{ ns.x | string }}}}"),
        format!("{shared}{{{{ ns.x | join }}}}"),
        "[".repeat(1 << 20),
        format!("{{{{ {}1 }}}}", "not ".repeat(30_000)),
        format!("{{{{ 1{} }}}}", "~1".repeat(30_000)),
        "{% if 1 %}".repeat(10_000),
        "{{ no_such_function() }}".to_owned(),
        "{{ messages | no_such_filter }}".to_owned(),
    ];
    let chatml = render(&ChatTemplate::chatml(), &hello()).prompt;
    for source in sources {
        let start = &source[..source.len().min(80)];
        let rendered = render(&ChatTemplate::from_source(&source), &hello());
        assert_eq!(rendered.prompt, chatml, "{start}");
        assert_eq!(
            rendered.warnings.len(),
            1,
            "{start}: {:?}",
            rendered.warnings
        );
    }
}

#[test]
fn depth_that_is_allowed_does_not_overflow_the_stack() {
    let nested = "{% set ns = namespace(x=[1]) %}{% for i in range(100) %}{% set ns.x = [ns.x] %}{% endfor %}";
    let sources = [
        format!("{nested}{{{{ (ns.x ~ '') | length }}}}"),
        format!("{nested}{{{{ ns.x == [ns.x] }}}}"),
        format!("{{{{ {}1 }}}}", "-".repeat(4000)),
        format!("{{{{ {}1 }}}}", "not ".repeat(1000)),
        format!("{{{{ 1{} }}}}", "|abs".repeat(1000)),
        format!("{{% if 1 %}}{}{{% endif %}}x", "{%elif 1%}".repeat(10_000)),
    ];
    for source in sources {
        let rendered = render(&ChatTemplate::from_source(&source), &hello());
        assert!(rendered.warnings.is_empty(), "{:?}", rendered.warnings);
    }
}

#[test]
fn the_fuel_is_enough_for_long_conversations() {
    let mut messages = vec![Message::system("s")];
    for index in 0..3000 {
        messages.push(match index % 3 {
            0 => Message::user("<tool_response>"),
            1 => Message::assistant("a</think>b").with_tool_calls(&[super::super::ToolCall {
                name: "f".into(),
                arguments: Map::from_iter([("x".into(), json!([1, {"y": "z"}]))]),
            }]),
            _ => Message::tool("error: 1", None),
        });
    }
    messages.push(Message::user("word ".repeat(1 << 18)));
    let conversation = Conversation::new(messages);
    for (file, template) in crate::chat::testing::templates() {
        let rendered = render(&template, &conversation);
        assert!(
            rendered.warnings.is_empty(),
            "{file}: {:?}",
            rendered.warnings
        );
    }
}

#[test]
fn chatml_takes_any_conversation() {
    let odd = [
        json!(null),
        json!(1.5),
        json!([]),
        json!({}),
        json!("x"),
        json!([null, 1, "a", {"text": 1}, [1]]),
    ];
    for value in &odd {
        for key in [
            "content",
            "reasoning_content",
            "tool_calls",
            "arguments",
            "name",
        ] {
            let mut call = json!({"function": {"name": "f", "arguments": {"a": 1}}});
            let mut message = json!({"role": "assistant", "content": "a"});
            if matches!(key, "arguments" | "name") {
                call["function"][key] = value.clone();
                message["tool_calls"] = json!([call, value]);
            } else {
                message[key] = value.clone();
            }
            let conversation =
                conversation(json!([{"role": "user"}, message, {"role": "x", "content": value}]));
            let rendered = render(&ChatTemplate::chatml(), &conversation);
            assert!(
                rendered.warnings.is_empty(),
                "{key} {value}: {:?}",
                rendered.warnings
            );
        }
    }
}

#[test]
fn the_template_is_found_where_the_model_keeps_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    let with_tools = Conversation {
        tools: vec![json!({"type": "function"})],
        ..hello()
    };
    let prompts = || {
        let template = ChatTemplate::load(folder.path()).expect("a template");
        let rendered = render(&template, &hello());
        (
            rendered.prompt,
            render(&template, &with_tools).prompt,
            rendered.warnings,
        )
    };
    let found = |one: &str, other: &str| (one.to_owned(), other.to_owned(), Vec::<String>::new());

    assert_eq!(
        prompts().2,
        ["the model has no chat template; a plain ChatML prompt was used"]
    );
    write("tokenizer_config.json", "{");
    assert_eq!(prompts().2.len(), 2);
    write(
        "tokenizer_config.json",
        r#"{"chat_template": "A {{ bos_token }}{{ eos_token }}", "bos_token": {"content": "<|im_start|>"}, "eos_token": "\"\\"}"#,
    );
    assert_eq!(prompts(), found("A <|im_start|>\"\\", "A <|im_start|>\"\\"));
    write(
        "tokenizer_config.json",
        r#"{"chat_template": [{"name": "tool_use", "template": "T"}, {"name": "default", "template": "D"}]}"#,
    );
    assert_eq!(prompts(), found("D", "T"));
    write("chat_template.json", r#"{"chat_template": "J"}"#);
    assert_eq!(prompts(), found("J", "J"));
    write("chat_template.jinja", "F\r\n");
    assert_eq!(prompts(), found("F", "F"));
    write("additional_chat_templates/tool_use.jinja", "FT");
    assert_eq!(prompts(), found("F", "FT"));
    fs::remove_file(folder.path().join("chat_template.jinja")).expect("removed");
    fs::create_dir(folder.path().join("chat_template.jinja")).expect("a folder");
    let error = ChatTemplate::load(folder.path())
        .expect_err("no file")
        .to_string();
    assert!(error.contains("chat_template.jinja"), "{error}");
}

#[test]
fn the_fixture_is_the_built_in_models_own_template() {
    let own = ChatTemplate::load(&pocket_folder()).expect("a template");
    assert_eq!(own.default.text(), template("pocket.jinja").default.text());
    assert!(own.warnings.is_empty());
}

#[test]
fn another_template_keeps_the_models_tokens() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = r#"{"bos_token": "<|im_start|>"}"#;
    fs::write(folder.path().join("tokenizer_config.json"), config).expect("a file");
    let model = ChatTemplate::load(folder.path()).expect("a template");
    let rendered = render(&model.with_source("{{ bos_token }}x"), &hello());
    assert_eq!(rendered.prompt, "<|im_start|>x");
    assert_eq!(rendered.controls.len(), 1);
    assert!(rendered.warnings.is_empty());
}

#[test]
fn a_role_that_a_template_lets_fall_is_given_as_the_users() {
    let narrated = Conversation::new(vec![
        Message::try_from(json!({"role": "narrator", "content": "It is dark."}))
            .expect("a message"),
        Message::user("Hello"),
    ]);
    let rendered = render(&template("pocket.jinja"), &narrated);
    assert!(rendered.prompt.contains("user\n[narrator]: It is dark."));
    assert!(rendered.warnings[0].contains("roles that the template does not know"));
    // A template that shows it as it is, is right.
    let plain = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}";
    let rendered = render(&ChatTemplate::from_source(plain), &narrated);
    assert_eq!(rendered.prompt, "narrator: It is dark.\nuser: Hello\n");
    assert!(rendered.warnings.is_empty());
}

#[test]
fn arguments_do_not_take_the_place_of_what_templates_call() {
    let args =
        json!({"messages": [], "raise_exception": 1, "range": "x", "namespace": {}, "mine": 3});
    let options = RenderOptions {
        template_args: args.as_object().expect("an object").clone(),
        ..RenderOptions::default()
    };
    for file in ["qwen3.5.jinja", "pocket.jinja"] {
        let rendered = render_with(&template(file), &hello(), &options);
        assert_eq!(rendered.prompt, render(&template(file), &hello()).prompt);
        assert_eq!(rendered.warnings.len(), 4, "{:?}", rendered.warnings);
        assert!(rendered.warnings[0].contains("argument messages is not used"));
    }
}
