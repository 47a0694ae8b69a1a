//! Where an answer is made to end or to go on: budgets, loops, the end of the context.

#![allow(missing_docs, clippy::expect_used)]

use std::{path::Path, time::Instant};

use tandem_engine::{
    CompanionSpec, Completion, Engine, EngineError, EngineOptions, Event, FinishReason, ModelSpec,
    Overflow, Prompt, Request, Sampling, Speculate,
    chat::{Conversation, Message, RenderOptions},
};

fn engine() -> Engine {
    Engine::start(EngineOptions::default()).expect("an engine")
}

/// A request to the built-in model, greedy, that lets it think.
fn request(prompt: Prompt) -> Request {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/pocket");
    let mut request = Request::new(
        ModelSpec {
            target: folder.join("target"),
            companion: CompanionSpec::Folder(folder.join("companion")),
        },
        prompt,
    );
    request.sampling = Sampling {
        temperature: Some(0.0),
        ..Sampling::default()
    };
    request
}

fn chat(messages: Vec<Message>, thinking: bool) -> Prompt {
    Prompt::Chat {
        conversation: Conversation::new(messages),
        options: RenderOptions {
            thinking: Some(thinking),
            ..RenderOptions::default()
        },
        template: None,
    }
}

async fn answer(engine: &Engine, request: Request) -> Completion {
    let completion = end(engine, request).await;
    assert!(completion.error.is_none(), "{:?}", completion.error);
    completion
}

/// The end of an answer, also of one that fails.
async fn end(engine: &Engine, request: Request) -> Completion {
    let mut generation = engine.generate(request);
    loop {
        if let Event::Finished(completion) = generation.next().await.expect("an end") {
            return *completion;
        }
    }
}

fn question(budget: Option<usize>) -> Request {
    let mut request = request(chat(vec![Message::user("What is a dog?")], true));
    request.think_budget = budget;
    request.max_tokens = Some(60);
    request
}

#[tokio::test]
async fn thinking_ends_at_its_budget_and_the_answer_follows() {
    let engine = engine();
    let free = answer(&engine, question(None)).await;
    assert!(free.usage.thinking_tokens > 20, "{:?}", free.usage);
    assert_eq!(free.usage.forced_tokens, 0);
    let prompt = engine.render(question(None)).await.expect("a prompt");

    for budget in [0, 1, 2, 7, 20] {
        let cut = answer(&engine, question(Some(budget))).await;
        assert_eq!(cut.usage.thinking_tokens, budget);
        assert!(free.reasoning.starts_with(&cut.reasoning));
        assert!(!cut.text.is_empty());
        assert_eq!(cut.tokens[..budget], free.tokens[..budget]);
        // What was written in the model's place is the family's own closing, and part of the text.
        let forced = cut.usage.forced_tokens;
        let closing = &cut.tokens[budget..budget + forced];
        let mut written = question(None);
        written.prompt = Prompt::Tokens(closing.to_vec());
        let written = engine.render(written).await.expect("a text");
        assert_eq!(written.prompt, "\n</think>\n\n");
        // What follows is what the model says after a prompt with all that.
        let text = [&prompt.tokens, &cut.tokens[..budget + forced]].concat();
        let mut rest = request(Prompt::Tokens(text));
        rest.sampling.presence_penalty = Some(0.0);
        rest.max_tokens = Some(60 - budget - forced);
        let rest = answer(&engine, rest).await;
        assert_eq!(cut.tokens[budget + forced..], rest.tokens, "{budget}");
    }
}

#[tokio::test]
async fn the_time_of_thinking_ends_where_the_answer_begins() {
    let engine = engine();
    let mut without = request(chat(vec![Message::user("What is a dog?")], false));
    without.max_tokens = Some(20);
    assert_eq!(answer(&engine, without).await.timing.thinking_s, 0.0);

    let mut thinking = question(Some(20));
    thinking.max_tokens = Some(400);
    thinking.ignore_end = true;
    let asked = Instant::now();
    let mut generation = engine.generate(thinking);
    let mut answered = None;
    let completion = loop {
        match generation.next().await.expect("an end") {
            Event::Answer(_) => {
                answered.get_or_insert(asked.elapsed());
            }
            Event::Finished(completion) => break completion,
            _ => {}
        }
    };
    let thought = completion.timing.thinking_s;
    let answered = answered.expect("an answer").as_secs_f64();
    assert!(thought > 0.0 && thought <= answered, "{thought} {answered}");

    // What was stopped in the middle of it was thought until then.
    let mut stopped = question(None);
    stopped.max_tokens = None;
    let mut generation = engine.generate(stopped);
    loop {
        match generation.next().await.expect("an end") {
            Event::Thinking(_) => generation.cancel(),
            Event::Finished(completion) => {
                assert_eq!(completion.finish_reason, FinishReason::Cancelled);
                assert!(completion.text.is_empty() && !completion.reasoning.is_empty());
                assert!(completion.timing.thinking_s > 0.0);
                break;
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_budget_cuts_at_the_same_place_however_many_drafts_there_are() {
    let engine = engine();
    for budget in [0, 1, 3, 8] {
        let mut plain = question(Some(budget));
        plain.speculate = Speculate::Off;
        let plain = answer(&engine, plain).await;
        for depth in [1, 2, 5] {
            let mut drafted = question(Some(budget));
            drafted.speculate = Speculate::Depth(depth);
            let drafted = answer(&engine, drafted).await;
            assert_eq!(drafted.tokens, plain.tokens, "{budget} {depth}");
            assert_eq!(drafted.usage, plain.usage);
        }
    }
}

#[tokio::test]
async fn a_budget_makes_no_answer_longer_than_its_limit() {
    let engine = engine();
    for limit in 0..8 {
        for budget in [0, 3] {
            let mut request = question(Some(budget));
            request.max_tokens = Some(limit);
            let cut = answer(&engine, request).await;
            assert_eq!(cut.tokens.len(), limit);
            assert_eq!(cut.finish_reason, FinishReason::Length);
        }
    }
}

#[tokio::test]
async fn an_answer_that_goes_round_in_a_circle_is_ended() {
    let engine = engine();
    let circle = |speculate| {
        let mut circle = request(chat(vec![Message::user("Say it.")], false));
        // One token above all others, again and again.
        circle.sampling.logit_bias = vec![(300, 100.0)];
        circle.sampling.presence_penalty = Some(0.0);
        circle.speculate = speculate;
        circle.max_tokens = Some(1610);
        circle
    };
    let cut = answer(&engine, circle(Speculate::Depth(3))).await;
    assert_eq!(cut.finish_reason, FinishReason::Repetition);
    assert_eq!(cut.tokens.len(), 1600);
    let mut allowed = circle(Speculate::Off);
    allowed.stop_repetition = false;
    let whole = answer(&engine, allowed).await;
    assert_eq!(whole.finish_reason, FinishReason::Length);
    assert_eq!(whole.tokens.len(), 1610);
}

/// A conversation of `count` exchanges that is longer than the built-in model reads.
fn long_conversation(count: usize) -> Vec<Message> {
    let mut messages = vec![Message::system("You know about animals.")];
    for nth in 0..count {
        let words = "word ".repeat(5000 / count);
        messages.push(Message::user(format!("Question {nth}: {words}")));
        messages.push(Message::assistant(format!("Answer {nth}.")));
    }
    messages.push(Message::user("What is a dog?"));
    messages
}

#[tokio::test]
async fn a_conversation_that_is_too_long_loses_its_beginning_if_so_asked() {
    let engine = engine();
    for count in [1, 2, 10, 50] {
        let mut long = request(chat(long_conversation(count), false));
        long.max_tokens = Some(5);
        // It can be looked at, and is not answered.
        let shown = engine.render(long.clone()).await.expect("a prompt");
        assert!(shown.tokens.len() >= 4096);
        assert!(
            shown.warnings.iter().any(|told| told.contains("4096")),
            "{:?}",
            shown.warnings
        );
        let error = end(&engine, long.clone()).await.error;
        assert!(matches!(
            error,
            Some(EngineError::PromptTooLong { context: 4096, .. })
        ));

        long.overflow = Overflow::Shorten;
        let prompt = engine.render(long.clone()).await.expect("a prompt");
        let completion = answer(&engine, long).await;
        let out = completion.messages_left_out;
        assert_eq!(completion.usage.prompt_tokens, prompt.tokens.len());
        assert_eq!(completion.warnings, prompt.warnings);
        assert!(completion.warnings[0].contains(&format!("first {out} messages")));
        assert!(prompt.prompt.contains("You know about animals."));
        assert!(prompt.prompt.contains("What is a dog?"));
        // What is there is the end of the conversation, from a message of the user on, and as much as fits.
        assert_eq!(out % 2, 0);
        assert!(
            !prompt
                .prompt
                .contains(&format!("Question {}:", out / 2 - 1))
        );
        assert!(out / 2 == count || prompt.prompt.contains(&format!("Question {}:", out / 2)));
        assert!(prompt.tokens.len() + 5 <= 4096);
        assert!(
            count < 10 || prompt.tokens.len() > 3400,
            "{}",
            prompt.tokens.len()
        );
    }
}

#[tokio::test]
async fn a_question_that_alone_is_too_long_is_refused_all_the_same() {
    let engine = engine();
    let mut long = request(chat(vec![Message::user("word ".repeat(5000))], false));
    long.overflow = Overflow::Shorten;
    let error = end(&engine, long.clone()).await.error;
    assert!(
        matches!(error, Some(EngineError::PromptTooLong { .. })),
        "{error:?}"
    );
    // One that leaves less room than it should is answered in what there is.
    long.prompt = chat(vec![Message::user("word ".repeat(4070))], false);
    let prompt = engine.render(long.clone()).await.expect("a prompt");
    long.ignore_end = true;
    let completion = answer(&engine, long).await;
    assert_eq!(completion.finish_reason, FinishReason::Length);
    assert_eq!(completion.tokens.len(), 4096 - prompt.tokens.len());
    assert!(completion.warnings[0].contains("came to the end"));
}
