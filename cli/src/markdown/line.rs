//! One line of Markdown outside code and tables.

use console::Style;

use super::inline;

/// The line with its styles.
pub(super) fn styled(line: &str) -> String {
    let text = line.trim_start_matches(' ');
    let indent = &line[..line.len() - text.len()];
    let level = text.len() - text.trim_start_matches('#').len();
    if (1..=6).contains(&level) && text[level..].starts_with(' ') {
        let title = text[level..].trim();
        let open = title.trim_end_matches('#');
        let title = if open.ends_with(' ') {
            open.trim_end()
        } else {
            title
        };
        return inline::styled(title, &Style::new().bold().underlined());
    }
    if is_rule(text) {
        return dim(&"─".repeat(20));
    }
    let plain = Style::new();
    for marker in ["- ", "* ", "+ "] {
        if let Some(rest) = text.strip_prefix(marker) {
            return format!("{indent}• {}", inline::styled(rest, &plain));
        }
    }
    if let Some(rest) = text.strip_prefix('>') {
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        return format!("{indent}{} {}", dim("│"), inline::styled(rest, &plain));
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && (text[digits..].starts_with(". ") || text[digits..].starts_with(") ")) {
        let (number, rest) = text.split_at(digits + 2);
        return format!("{indent}{number}{}", inline::styled(rest, &plain));
    }
    format!("{indent}{}", inline::styled(text, &plain))
}

/// The fence that a line opens a code block with, and the language.
pub(super) fn fence(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_start();
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = text.trim_start_matches(mark);
    let length = text.len() - rest.len();
    // A line that holds a closing mark too is a piece of code in a line of text.
    (length >= 3 && !rest.contains(mark)).then(|| {
        let language = rest.split_whitespace().next().unwrap_or_default();
        (&text[..length], language)
    })
}

pub(super) fn dim(text: &str) -> String {
    Style::new()
        .force_styling(true)
        .dim()
        .apply_to(text)
        .to_string()
}

fn is_rule(text: &str) -> bool {
    let marks: String = text.split_whitespace().collect();
    marks.len() >= 3
        && ['-', '*', '_']
            .iter()
            .any(|&mark| marks.chars().all(|c| c == mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use console::strip_ansi_codes;

    #[test]
    fn lines_show_what_they_are() {
        for (line, shown) in [
            ("## A *b* c ##", "A b c"),
            ("#hashtag", "#hashtag"),
            ("  - x", "  • x"),
            ("-x", "-x"),
            ("12. **x**", "12. x"),
            ("> said", "│ said"),
            ("---", "────────────────────"),
            ("a * b * c", "a * b * c"),
            ("snake_case_name", "snake_case_name"),
            ("x < y & z > w", "x < y & z > w"),
            ("<b>bold</b>", "<b>bold</b>"),
            ("[a](http://b)", "a (http://b)"),
            ("\\*not\\*", "*not*"),
            ("- - x", "• - x"),
            ("", ""),
        ] {
            assert_eq!(strip_ansi_codes(&styled(line)), shown, "{line}");
        }
    }

    #[test]
    fn fences_open_code() {
        assert_eq!(fence("```rust"), Some(("```", "rust")));
        assert_eq!(fence("  ~~~~ c++ x"), Some(("~~~~", "c++")));
        assert_eq!(fence("```"), Some(("```", "")));
        for none in ["``", "```a```", "x ```", ""] {
            assert_eq!(fence(none), None, "{none}");
        }
    }
}
