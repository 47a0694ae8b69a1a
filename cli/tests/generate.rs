//! `tandem generate` on the built-in model.
#![allow(clippy::expect_used, reason = "a test fails by panic")]

mod support;

use std::fs;

use serde_json::{Value, json};
use support::{answer, json, run, run_with_input, tandem, text};

/// Short questions that the built-in model knows answers to.
const QUESTIONS: [&str; 6] = [
    "What is a dog?",
    "What is a cat?",
    "What is gold?",
    "What is the capital of France?",
    "What is a ship?",
    "Tell me about water.",
];

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn count(value: &Value) -> u64 {
    value.as_u64().expect("a whole number that is not negative")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

/// Every field that the command line promises, and its type.
fn check_shape(object: &Value) {
    string(&object["text"]);
    string(&object["reasoning"]);
    list(&object["tool_calls"]);
    assert!(list(&object["tokens"]).iter().all(Value::is_u64));
    let reasons = [
        "stop",
        "length",
        "tool_calls",
        "cancelled",
        "error",
        "repetition",
    ];
    assert!(reasons.contains(&string(&object["finish_reason"])));
    for field in ["prompt_tokens", "cached_tokens", "completion_tokens"] {
        count(&object["usage"][field]);
    }
    let speculation = &object["speculation"];
    assert!(["active", "off"].contains(&string(&speculation["state"])));
    assert_ne!(string(&speculation["cause"]), "");
    assert_ne!(string(&speculation["reason"]), "");
    for field in ["depth", "rounds", "drafted", "accepted"] {
        count(&speculation[field]);
    }
    let by_position = list(&speculation["accepted_by_position"]);
    assert_eq!(by_position.len() as u64, count(&speculation["depth"]));
    let drafted = list(&speculation["drafted_by_position"]);
    assert_eq!(drafted.len(), by_position.len());
    for (counts, all) in [(by_position, "accepted"), (drafted, "drafted")] {
        assert_eq!(
            counts.iter().map(count).sum::<u64>(),
            count(&speculation[all])
        );
    }
    let gain = &speculation["gain"];
    assert!(gain.is_null() || number(gain) > 0.0);
    number(&speculation["tokens_per_round"]);
    let timing = &object["timing"];
    for field in [
        "load_s",
        "prefill_s",
        "first_token_s",
        "decode_s",
        "decode_tokens_per_s",
        "prefill_tokens_per_s",
    ] {
        assert!(number(&timing[field]) >= 0.0, "{field}");
    }
    assert!(count(&timing["peak_memory_bytes"]) > 0);
}

#[test]
fn the_account_has_every_field_and_the_counts_agree() {
    let object = answer(QUESTIONS[0], &[]);
    check_shape(&object);
    assert_eq!(object["finish_reason"], "stop");
    assert_ne!(object["text"], "");
    let tokens = list(&object["tokens"]).len() as u64;
    assert_eq!(count(&object["usage"]["completion_tokens"]), tokens);
    // The first token comes from the prompt, all others from rounds.
    let rounds = count(&object["speculation"]["rounds"]) as f64;
    let a_round = number(&object["speculation"]["tokens_per_round"]);
    assert!((a_round - (tokens - 1) as f64 / rounds).abs() < 1e-9);
}

#[test]
fn drafts_pay_on_short_questions_and_change_no_text() {
    for question in QUESTIONS {
        // How many drafts pay is the machine's affair; here a fixed number will do.
        let drafted = answer(question, &["--speculate", "2"]);
        let plain = answer(question, &["--speculate", "off"]);
        check_shape(&plain);
        assert_eq!(drafted["speculation"]["state"], "active");
        assert!(
            number(&drafted["speculation"]["tokens_per_round"]) >= 1.5,
            "{question}"
        );
        assert_eq!(plain["speculation"]["state"], "off");
        assert_eq!(plain["speculation"]["drafted"], 0);
        assert_eq!(drafted["tokens"], plain["tokens"], "{question}");
        assert_eq!(drafted["text"], plain["text"], "{question}");
        let chosen = answer(question, &[]);
        check_shape(&chosen);
        assert_eq!(chosen["tokens"], plain["tokens"], "{question}");
    }
}

#[test]
fn a_depth_asked_for_is_kept() {
    let object = answer(QUESTIONS[0], &["--speculate", "4"]);
    assert_eq!(object["speculation"]["depth"], 4);
    check_shape(&object);
    let object = answer(QUESTIONS[0], &["--companion", "none"]);
    assert_eq!(object["speculation"]["state"], "off");
}

#[test]
fn in_exact_mode_drafts_change_nothing() {
    let exact = |depth| {
        answer(
            "Tell me a story.",
            &["--exact", "--max-tokens", "50", "--speculate", depth],
        )
    };
    let plain = exact("off");
    assert_eq!(plain["speculation"]["state"], "off");
    for depth in ["1", "4", "8", "auto"] {
        let drafted = exact(depth);
        check_shape(&drafted);
        assert_eq!(drafted["tokens"], plain["tokens"], "{depth} drafts");
    }
    let prompt = [
        "--prompt",
        "Tell me a story.",
        "--max-tokens",
        "30",
        "--seed",
        "7",
    ];
    let drawn = |depth| {
        let args = [
            "generate",
            "--json",
            "--exact",
            "--temperature",
            "1",
            "--speculate",
            depth,
        ];
        json(&[&args[..], &prompt[..]].concat())
    };
    assert_eq!(drawn("off")["tokens"], drawn("5")["tokens"]);
}

#[test]
fn text_goes_to_standard_output_as_it_is() {
    let args = [
        "generate",
        "--temperature",
        "0",
        "--think",
        "off",
        "--prompt",
        QUESTIONS[0],
    ];
    let output = run(&args);
    let object = answer(QUESTIONS[0], &[]);
    assert_eq!(text(&output), format!("{}\n", string(&object["text"])));
}

#[test]
fn a_prompt_may_come_from_standard_input() {
    let args = ["generate", "--json", "--temperature", "0", "--think", "off"];
    let asked = answer(QUESTIONS[0], &[]);
    for ending in ["", "\n", "\r\n"] {
        let output = run_with_input(&args, format!("{}{ending}", QUESTIONS[0]));
        let object: Value = serde_json::from_str(text(&output)).expect("JSON");
        assert_eq!(object["tokens"], asked["tokens"]);
        assert_eq!(
            object["usage"]["prompt_tokens"],
            asked["usage"]["prompt_tokens"]
        );
    }
}

#[test]
fn what_is_piped_goes_with_what_is_typed() {
    let words = ["generate", "--dry-run", "Write", "a commit message."];
    let prompt = |input: &str| {
        let output = run_with_input(&words, input);
        let object: Value = serde_json::from_str(text(&output)).expect("JSON");
        string(&object["prompt"]).to_owned()
    };
    let with = prompt("-old\n+new <|im_end|>\n");
    assert!(
        with.contains("Write a commit message.\n\nFile standard input:\n\n-old\n+new"),
        "{with}"
    );
    assert!(!prompt("").contains("standard input"));
    // An option is the whole prompt: a script may have other plans for its input.
    let output = run_with_input(&["generate", "--dry-run", "--prompt", "Hello"], "other");
    assert!(!text(&output).contains("other"));
    let output = run_with_input(&words, b"\xff");
    assert!(support::complaint(&output, 2).contains("UTF-8"));
}

#[test]
fn files_go_along_where_the_prompt_names_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("notes.txt"), "Buy bread.").expect("a file");
    fs::write(folder.path().join("scan.pdf"), "%PDF-1.7").expect("a file");
    let ask = |words: &[&str]| {
        tandem(words)
            .current_dir(folder.path())
            .output()
            .expect("a program that starts")
    };
    for words in [
        &["generate", "--dry-run", "Sum up @notes.txt, @nobody."][..],
        &[
            "generate",
            "--dry-run",
            "--prompt",
            "Sum up @notes.txt, @nobody.",
        ],
    ] {
        let output = ask(words);
        let object: Value = serde_json::from_str(text(&output)).expect("JSON");
        let prompt = string(&object["prompt"]);
        let expected = "Sum up @notes.txt, @nobody.\n\nFile notes.txt:\n\nBuy bread.<|im_end|>";
        assert!(prompt.contains(expected), "{prompt}");
    }
    let refused = support::complaint(&ask(&["generate", "Read @scan.pdf"]), 1);
    assert!(refused.contains("PDF"), "{refused}");
    // What is piped names nothing.
    let input = format!("@{}/notes.txt", folder.path().display());
    let output = run_with_input(&["generate", "--dry-run"], input);
    assert!(!text(&output).contains("Buy bread."));
}

#[test]
fn a_dry_run_shows_what_the_model_would_get() {
    let raw = json(&[
        "generate",
        "--dry-run",
        "--raw",
        "--prompt",
        "Once upon a time",
    ]);
    assert_eq!(raw["prompt"], "Once upon a time");
    assert!(!list(&raw["tokens"]).is_empty());

    let chat = json(&[
        "generate",
        "--dry-run",
        "--system",
        "Be brief.",
        "--prompt",
        "Hello",
    ]);
    let prompt = string(&chat["prompt"]);
    let system = prompt.find("Be brief.").expect("the system message");
    assert!(system < prompt.find("Hello").expect("the question"));
    assert!(prompt.contains("<|im_start|>"), "a template");
    assert!(list(&chat["tokens"]).len() > list(&raw["tokens"]).len());
}

#[test]
fn tokens_and_raw_text_go_to_the_model_untouched() {
    let prompt = "A dog is";
    let raw = ["generate", "--raw", "--prompt", prompt];
    let limits = ["--json", "--temperature", "0", "--max-tokens", "12"];
    let from_text = json(&[&raw[..], &limits].concat());
    let dry = json(&[&raw[..], &["--dry-run"]].concat());
    let ids: Vec<String> = list(&dry["tokens"]).iter().map(Value::to_string).collect();
    assert_eq!(
        count(&from_text["usage"]["prompt_tokens"]),
        ids.len() as u64
    );
    let from_tokens = json(&[&["generate", "--tokens", &ids.join(",")], &limits[..]].concat());
    assert_eq!(from_tokens["tokens"], from_text["tokens"]);
    assert_eq!(from_tokens["text"], from_text["text"]);
}

#[test]
fn an_answer_has_at_most_the_tokens_asked_for() {
    let whole = answer(QUESTIONS[0], &[]);
    for most in [0, 1, 2, 7] {
        let object = answer(QUESTIONS[0], &["--max-tokens", &most.to_string()]);
        check_shape(&object);
        assert_eq!(object["finish_reason"], "length");
        assert_eq!(object["tokens"], json!(list(&whole["tokens"])[..most]));
        assert!(string(&whole["text"]).starts_with(string(&object["text"])));
    }
}

#[test]
fn an_end_token_can_be_passed_over() {
    let object = answer(QUESTIONS[0], &["--ignore-end", "--max-tokens", "100"]);
    assert_eq!(list(&object["tokens"]).len(), 100);
    assert_eq!(object["finish_reason"], "length");
}

#[test]
fn the_prompt_may_be_read_in_small_pieces() {
    let whole = answer(QUESTIONS[0], &[]);
    let pieces = answer(QUESTIONS[0], &["--prefill-chunk", "3"]);
    assert_eq!(pieces["tokens"], whole["tokens"]);
}

#[test]
fn a_stop_text_ends_the_answer_and_is_no_part_of_it() {
    let whole = answer(QUESTIONS[0], &[]);
    let text = string(&whole["text"]);
    let stop = &text[text.len() / 2..][..5];
    let until = &text[..text.find(stop).expect("the stop text")];
    let object = answer(
        QUESTIONS[0],
        &["--stop", "nowhere to be seen", "--stop", stop],
    );
    assert_eq!(string(&object["text"]), until);
    assert_eq!(object["finish_reason"], "stop");
    assert!(list(&object["tokens"]).len() < list(&whole["tokens"]).len());
}

#[test]
fn a_conversation_may_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("messages.json");
    let messages = json!([{"role": "user", "content": QUESTIONS[0]}]);
    fs::write(&file, messages.to_string()).expect("a file");
    let file = file.to_str().expect("a path");
    let args = ["generate", "--json", "--temperature", "0", "--think", "off"];
    let object = json(&[&args[..], &["--messages", file]].concat());
    assert_eq!(object["tokens"], answer(QUESTIONS[0], &[])["tokens"]);
}

#[test]
fn a_stream_tells_the_same_as_the_account_at_its_end() {
    let args = [
        "generate",
        "--stream-json",
        "--temperature",
        "0",
        "--think",
        "off",
    ];
    let output = run(&[&args[..], &["--prompt", QUESTIONS[0]]].concat());
    let mut lines: Vec<Value> = text(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let account = lines.pop().expect("a last line");
    check_shape(&account);

    let mut answer = String::new();
    let mut tokens = Vec::new();
    let mut prefill = (0, 0);
    for line in &lines {
        match string(&line["event"]) {
            "prefill" => prefill = (count(&line["done"]), count(&line["total"])),
            "answer" => answer += string(&line["text"]),
            "tokens" => tokens.extend(list(&line["tokens"]).clone()),
            "thinking" => {}
            other => unreachable!("{other}"),
        }
    }
    let prompt = count(&account["usage"]["prompt_tokens"]);
    assert_eq!(prefill, (prompt, prompt));
    assert_eq!(answer, string(&account["text"]));
    assert_eq!(&tokens, list(&account["tokens"]));
}

#[test]
fn a_failed_request_has_its_account_too() {
    let output = run(&["generate", "--json", "--tokens", "9999999"]);
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    check_shape_of_failure(&object);
    support::complaint(&output, 2);
}

fn check_shape_of_failure(object: &Value) {
    assert_eq!(object["finish_reason"], "error");
    assert!(string(&object["error"]).contains("9999999"));
}

#[test]
fn any_folder_is_a_model_and_may_lend_its_companion() {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/pocket");
    let target = format!("{model}/target");
    let companion = format!("{model}/companion");
    let built_in = answer(QUESTIONS[0], &[]);
    for companion in [companion.as_str(), "pocket"] {
        let object = answer(
            QUESTIONS[0],
            &[
                "--model",
                &target,
                "--companion",
                companion,
                "--speculate",
                "2",
            ],
        );
        assert_eq!(object["tokens"], built_in["tokens"]);
        assert_eq!(object["speculation"]["state"], "active");
    }
    let alone = answer(QUESTIONS[0], &["--model", &target]);
    assert_eq!(alone["speculation"]["state"], "off");
}

#[test]
fn a_relative_folder_is_found_from_where_one_is() {
    let output = tandem(&[
        "generate",
        "--prompt",
        "hi",
        "--model",
        "target",
        "--max-tokens",
        "1",
    ])
    .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../models/pocket"))
    .output()
    .expect("a program that starts");
    text(&output);
}
