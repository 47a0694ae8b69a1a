//! `tandem chats`: kept conversations, listed, shown, found, moved in and out.

use tandem_engine::store::{ChatId, Role, Shelf, Snippet, Store};

use crate::{
    args::{ChatsArgs, ChatsCommand, Format},
    failure::Failure,
    output::{Output, one_line},
    store,
};

/// Hits that a search shows.
const HITS: u32 = 50;

/// Runs `tandem chats`.
pub(crate) fn run(args: ChatsArgs) -> Result<(), Failure> {
    let mut output = Output::new();
    if let ChatsCommand::Repair = args.command {
        return repair(&mut output);
    }
    let store = store::open()?;
    match args.command {
        ChatsCommand::List { trash } => {
            let shelf = if trash { Shelf::Trash } else { Shelf::All };
            for chat in store.chats(shelf, 0, u32::MAX)? {
                output.text(&store::line(&chat))?;
            }
            Ok(())
        }
        ChatsCommand::Show { id } => output.text(&store.export_markdown(ChatId(id))?),
        ChatsCommand::Search { words } => search(&store, &words.join(" "), &mut output),
        ChatsCommand::Export { id, format } => output.text(&match format {
            Format::Json => store.export_json(&[ChatId(id)])?,
            Format::Md => store.export_markdown(ChatId(id))?,
        }),
        ChatsCommand::Import { file } => {
            let report = store.import(&file)?;
            let mut said = match report.added.len() {
                1 => "1 chat imported".to_owned(),
                count => format!("{count} chats imported"),
            };
            if report.present > 0 {
                said.push_str(&format!(", {} were here already", report.present));
            }
            if report.skipped > 0 {
                said.push_str(&format!(", {} could not be read", report.skipped));
            }
            output.text(&format!("{said}\n"))?;
            for skipped in &report.reasons {
                output.text(&format!("  chat {}: {}\n", skipped.nth, skipped.reason))?;
            }
            Ok(())
        }
        ChatsCommand::Rm { id, purge: true } => {
            store.purge(ChatId(id))?;
            output.text(&format!("chat {id} is deleted\n"))
        }
        ChatsCommand::Rm { id, purge: false } => {
            store.trash(ChatId(id))?;
            output.text(&format!(
                "chat {id} is in the trash; `tandem chats restore {id}` takes it back\n"
            ))
        }
        ChatsCommand::Restore { id } => {
            store.restore(ChatId(id))?;
            output.text(&format!("chat {id} is back\n"))
        }
        ChatsCommand::Repair => Ok(()),
    }
}

/// Prints what is found, what matches in bold.
pub(crate) fn search(store: &Store, query: &str, output: &mut Output) -> Result<(), Failure> {
    let hits = store.search(query, HITS)?;
    if hits.is_empty() {
        return output.text("nothing is found\n");
    }
    for hit in hits {
        let whose = match hit.message {
            None => "title",
            Some((_, Role::User)) => "you",
            Some((_, Role::Assistant)) => "model",
            Some((_, Role::Tool)) => "tool",
            Some((_, Role::System)) => "system",
        };
        output.text(&format!("{:>5}  {:6}  ", hit.chat, whose))?;
        output.parts(&parts(&hit.snippet))?;
        output.text("\n")?;
    }
    Ok(())
}

/// The pieces of a snippet, and which of them to mark.
fn parts(snippet: &Snippet) -> Vec<(String, bool)> {
    let mut parts = Vec::new();
    let mut at = 0;
    let piece = |range: std::ops::Range<usize>| {
        // The pieces of one line: their spaces at both ends stay.
        let text = snippet.text.get(range).unwrap_or_default();
        text.replace(
            |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'),
            " ",
        )
    };
    for range in &snippet.matches {
        parts.push((piece(at..range.start), false));
        parts.push((piece(range.clone()), true));
        at = range.end;
    }
    parts.push((piece(at..snippet.text.len()), false));
    parts
}

fn repair(output: &mut Output) -> Result<(), Failure> {
    let path = store::path()?;
    if !path.exists() {
        return Err(Failure::Failed("there are no conversations yet".to_owned()));
    }
    let store = store::open()?;
    if !matches!(
        store.condition(),
        tandem_engine::store::Condition::Salvaged(_)
    ) {
        return output.text("the file of conversations is whole; there is nothing to repair\n");
    }
    drop(store);
    let kept = Store::repair(&path)?;
    let kept = one_line(&kept.display().to_string());
    output.text(&format!(
        "what could be read is in a new file; the damaged one is {kept}\n"
    ))
}
