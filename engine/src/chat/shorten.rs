//! Leaving out the beginning of a conversation that has become too long.

use super::{Conversation, Message};

impl Conversation {
    /// How many exchanges there are: what the user says, with all that follows until the user speaks again. What stands
    /// before the user's first message belongs to the first exchange, instructions at the beginning to none.
    pub(crate) fn exchanges(&self) -> usize {
        self.starts().len()
    }

    /// The conversation without its first `count` exchanges, and how many messages that leaves out. Instructions at the
    /// beginning stay.
    pub(crate) fn without_first(&self, count: usize) -> (Self, usize) {
        let leading = self.leading();
        let starts = self.starts();
        let from = match starts.get(count) {
            _ if count == 0 => leading,
            Some(&start) => start,
            None => self.messages.len(),
        };
        let shorter = Self {
            messages: [&self.messages[..leading], &self.messages[from..]].concat(),
            tools: self.tools.clone(),
        };
        (shorter, from - leading)
    }

    fn leading(&self) -> usize {
        let instructs = |message: &&Message| matches!(message.role(), "system" | "developer");
        self.messages.iter().take_while(instructs).count()
    }

    /// Where exchanges begin.
    fn starts(&self) -> Vec<usize> {
        let leading = self.leading();
        let mut starts: Vec<usize> = (leading..self.messages.len())
            .filter(|&at| self.messages[at].asks())
            .collect();
        match starts.first_mut() {
            Some(first) => *first = leading,
            None if leading < self.messages.len() => starts.push(leading),
            None => {}
        }
        starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::{AddedTokens, RenderOptions, testing};

    fn roles(conversation: &Conversation) -> String {
        let initial = |message: &Message| message.role().chars().next();
        conversation.messages.iter().filter_map(initial).collect()
    }

    fn conversation(roles: &str) -> Conversation {
        let message = |role| match role {
            's' => Message::system("Be brief."),
            'u' => Message::user("hello"),
            'r' => Message::user("<tool_response>\n1\n</tool_response>"),
            'a' => Message::assistant("hello"),
            _ => Message::tool("1", None),
        };
        Conversation::new(roles.chars().map(message).collect())
    }

    #[test]
    fn whole_exchanges_leave_and_instructions_stay() {
        for (given, expected) in [
            ("suatatauau", &["suatatauau", "suau", "su", "s"][..]),
            ("auau", &["auau", "u", ""]),
            ("ssu", &["ssu", "ss"]),
            ("sa", &["sa", "s"]),
            ("uaratau", &["uaratau", "u", ""]),
            ("usau", &["usau", "u", ""]),
            ("s", &["s"]),
            ("", &[""]),
        ] {
            let whole = conversation(given);
            for (count, &left) in expected.iter().enumerate() {
                let (shorter, out) = whole.without_first(count);
                // A tool's result that the user reports looks like the user's message.
                assert_eq!(roles(&shorter), left.replace('r', "u"), "{given} {count}");
                assert_eq!(out, given.len() - left.len());
            }
            assert_eq!(whole.exchanges(), expected.len() - 1);
        }
    }

    #[test]
    fn no_template_meets_a_result_without_its_call() {
        let (tokenizer, _) = testing::pocket();
        let added = AddedTokens::of(&tokenizer);
        let whole = conversation("suatatauatauarau");
        for (name, template) in testing::templates() {
            for count in 0..whole.exchanges() {
                let (shorter, _) = whole.without_first(count);
                let rendered = template.render(&shorter, &RenderOptions::default(), &added);
                let warnings = rendered.expect("a prompt").warnings;
                assert!(warnings.is_empty(), "{name} {count}: {warnings:?}");
            }
        }
    }
}
