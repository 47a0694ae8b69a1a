//! Titles of conversations, made by the model itself.

use crate::{
    FinishReason,
    chat::{Conversation, Message, RenderOptions},
    event::Completion,
    request::{ModelSpec, Prompt, Request, Sampling},
};

/// As much of each message as a title can be about, in characters.
const EXCERPT: usize = 600;
/// Most tokens of a title.
const TOKENS: usize = 24;
/// The longest title that is one, in characters.
const LONGEST: usize = 80;
/// Prompt tokens read in one pass: a title can be given up between two, and must not hold up an answer.
const CHUNK: usize = 64;

/// Asks for a title of a conversation that begins like this.
pub fn request(model: ModelSpec, question: &str, answer: &str) -> Request {
    let excerpt = |text: &str| text.chars().take(EXCERPT).collect::<String>();
    let text = format!(
        "Give this conversation a title of two to six words, in its own language. Say the title and nothing else.\n\n\
         User: {}\n\nAssistant: {}",
        excerpt(question),
        excerpt(answer),
    );
    let prompt = Prompt::Chat {
        conversation: Conversation::new(vec![Message::user(text)]),
        options: RenderOptions {
            thinking: Some(false),
            ..RenderOptions::default()
        },
        template: None,
    };
    Request {
        max_tokens: Some(TOKENS),
        prefill_chunk: Some(CHUNK),
        stops: vec!["\n".to_owned()],
        sampling: Sampling {
            temperature: Some(0.0),
            ..Sampling::default()
        },
        ..Request::new(model, prompt)
    }
}

/// The title in the answer, if it is one.
pub fn read(completion: &Completion) -> Option<String> {
    if completion.finish_reason != FinishReason::Stop {
        return None;
    }
    let decoration = |c: char| c.is_whitespace() || "\"'`*#“”„«».".contains(c);
    let title = completion.text.trim_matches(decoration);
    let title = title.strip_prefix("Title:").unwrap_or(title);
    let title = title.trim_matches(decoration);
    let fits = title.chars().count() <= LONGEST && !title.contains(char::is_control);
    (fits && title.contains(char::is_alphanumeric)).then(|| title.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{CompanionSpec, Speculation, Timing, Usage};

    fn answered(text: &str, finish_reason: FinishReason) -> Option<String> {
        read(&Completion {
            text: text.to_owned(),
            reasoning: String::new(),
            tool_calls: Vec::new(),
            tokens: Vec::new(),
            finish_reason,
            error: None,
            warnings: Vec::new(),
            messages_left_out: 0,
            sampling: None,
            usage: Usage::default(),
            speculation: Speculation::default(),
            timing: Timing::default(),
        })
    }

    #[test]
    fn only_titles_are_titles() {
        let stop = |text| answered(text, FinishReason::Stop);
        assert_eq!(
            stop(" **\"A Trip to Norway.\"** ").unwrap(),
            "A Trip to Norway"
        );
        assert_eq!(stop("Title: 京都の旅").unwrap(), "京都の旅");
        assert_eq!(stop("What is a dog?").unwrap(), "What is a dog?");
        for none in ["", "***", "...", "a\tb", &"word ".repeat(30)] {
            assert_eq!(stop(none), None, "{none}");
        }
        assert_eq!(answered("A Trip to", FinishReason::Length), None);
        assert_eq!(answered("A Trip to", FinishReason::Cancelled), None);
    }

    #[test]
    fn a_long_conversation_makes_a_short_request() {
        let model = ModelSpec {
            target: "x".into(),
            companion: CompanionSpec::None,
        };
        let long = "日本 ".repeat(100_000);
        let Prompt::Chat { conversation, .. } = request(model, &long, &long).prompt else {
            unreachable!("it is a conversation");
        };
        assert!(conversation.messages[0].text().chars().count() < 2 * EXCERPT + 300);
    }
}
