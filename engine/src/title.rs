//! Titles of conversations, made by the model itself.

use crate::{
    FinishReason,
    chat::{Conversation, Message, RenderOptions},
    event::Completion,
    request::{ModelSpec, Prompt, Request, Sampling},
    store::{self, Role, TitleSource},
};

/// As much of each message as a title can be about, in characters.
const EXCERPT: usize = 600;
/// Most tokens of a title.
const TOKENS: usize = 24;
/// The longest title that is one, in characters.
const LONGEST: usize = 80;
/// Prompt tokens read in one pass: a title can be given up between two, and must not hold up an answer.
const CHUNK: usize = 64;

/// Messages after which no title is tried any more.
const TRIED: usize = 6;

/// What a title is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The user's first message.
    pub question: String,
    /// The answer to it.
    pub answer: String,
}

/// What to make a title of, if a kept conversation has no better one than its first words.
pub fn wanted(conversation: &store::Conversation) -> Option<Subject> {
    let path = conversation.path();
    let first = |role| {
        let message = path.iter().find(|message| message.role == role)?;
        Some(message.content.clone())
    };
    if conversation.chat.title_source != TitleSource::Words || path.len() > TRIED {
        return None;
    }
    Some(Subject {
        question: first(Role::User)?,
        answer: first(Role::Assistant)?,
    })
}

/// Asks for a title of a conversation that begins like this.
pub fn request(model: ModelSpec, subject: &Subject) -> Request {
    let excerpt = |text: &str| text.chars().take(EXCERPT).collect::<String>();
    let text = format!(
        "Give this conversation a title of two to six words, in its own language. Say the title and nothing else.\n\n\
         User: {}\n\nAssistant: {}",
        excerpt(&subject.question),
        excerpt(&subject.answer),
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
    use crate::{
        CompanionSpec, Speculation, Timing, Usage,
        store::{NewChat, NewMessage, Piece, Store},
    };

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
    fn a_title_is_wanted_until_there_is_a_better_one_or_the_chat_is_long() {
        let store = Store::private().unwrap();
        let chat = store.create_chat(&NewChat::default()).unwrap();
        let subject = || wanted(&store.conversation(chat).unwrap());
        let question = store
            .add_message(chat, None, &NewMessage::user("Where do otters live?"))
            .unwrap();
        assert_eq!(subject(), None);
        let answer = store.begin_answer(question, None).unwrap();
        let piece = Piece::Content("By rivers.".to_owned());
        store.append(answer, &[piece]).unwrap();
        store.cut_answer(answer).unwrap();
        let found = subject().unwrap();
        assert_eq!(found.question, "Where do otters live?");
        assert_eq!(found.answer, "By rivers.");
        let mut last = answer;
        for _ in 2..TRIED {
            last = store
                .add_message(chat, Some(last), &NewMessage::user("More."))
                .unwrap();
        }
        assert_eq!(subject(), Some(found));
        store
            .add_message(chat, Some(last), &NewMessage::user("More."))
            .unwrap();
        assert_eq!(subject(), None);
        store.choose(answer).unwrap();
        store.set_title(chat, "Otters", TitleSource::User).unwrap();
        assert_eq!(subject(), None);
    }

    #[test]
    fn a_long_conversation_makes_a_short_request() {
        let model = ModelSpec {
            target: "x".into(),
            companion: CompanionSpec::None,
        };
        let long = "日本 ".repeat(100_000);
        let subject = Subject {
            question: long.clone(),
            answer: long,
        };
        let Prompt::Chat { conversation, .. } = request(model, &subject).prompt else {
            unreachable!("it is a conversation");
        };
        assert!(conversation.messages[0].text().chars().count() < 2 * EXCERPT + 300);
    }
}
