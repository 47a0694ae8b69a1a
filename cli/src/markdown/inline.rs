//! Emphasis, code and links within a line.

use console::Style;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// `text` with its styles on top of `base`. What is more than a line of text stays as it is.
pub(super) fn styled(text: &str, base: &Style) -> String {
    drawn(text, base).unwrap_or_else(|| base.clone().force_styling(true).apply_to(text).to_string())
}

fn drawn(text: &str, base: &Style) -> Option<String> {
    let base = base.clone().force_styling(true);
    let mut styles = vec![base];
    let mut targets = Vec::new();
    let mut out = String::new();
    for event in Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH) {
        let style = styles.last().cloned()?;
        match event {
            Event::Text(text) | Event::InlineHtml(text) => {
                out.push_str(&style.apply_to(text).to_string());
            }
            Event::Code(code) => out.push_str(&style.cyan().apply_to(code).to_string()),
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            Event::Start(Tag::Strong) => styles.push(style.bold()),
            Event::Start(Tag::Emphasis) => styles.push(style.italic()),
            Event::Start(Tag::Strikethrough) => styles.push(style.strikethrough()),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                targets.push((dest_url, out.len()));
                styles.push(style.underlined());
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                styles.pop();
                let (target, from) = targets.pop()?;
                if !out[from..].contains(&*target) {
                    let target = format!(" ({target})");
                    out.push_str(&style_of(&styles)?.dim().apply_to(target).to_string());
                }
            }
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Strikethrough) => {
                styles.pop();
            }
            _ => return None,
        }
    }
    Some(out)
}

fn style_of(styles: &[Style]) -> Option<Style> {
    styles.last().cloned()
}
