//! Tables.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets::UTF8_HORIZONTAL_ONLY};
use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};

/// The table that these lines are, at most `columns` wide; `None` if they are none.
pub(super) fn drawn(lines: &[String], columns: usize) -> Option<String> {
    let text = lines.join("\n");
    let mut alignments = Vec::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(columns)) => alignments = columns,
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => rows.last_mut()?.push(String::new()),
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => {
                rows.last_mut()?.last_mut()?.push_str(&text);
            }
            Event::End(TagEnd::Table) | Event::Start(_) | Event::End(_) => {}
            _ => return None,
        }
    }
    let mut table = Table::new();
    table
        .load_style(UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(columns).unwrap_or(u16::MAX));
    let mut rows = rows.into_iter();
    table.set_header(rows.next()?).add_rows(rows);
    for (at, alignment) in alignments.iter().enumerate() {
        if let Some(column) = table.column_mut(at) {
            column.set_cell_alignment(match alignment {
                Alignment::Right => CellAlignment::Right,
                Alignment::Center => CellAlignment::Center,
                Alignment::Left | Alignment::None => CellAlignment::Left,
            });
        }
    }
    Some(table.to_string())
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn tables_are_told_from_bars() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let table = drawn(&lines("| a | b |\n|---|--:|\n| `1` | 22 |"), 40).expect("a table");
        assert!(table.contains('1') && !table.contains('`'), "{table}");
        assert!(!table.contains("---|"), "{table}");
        assert_eq!(drawn(&lines("| just a bar"), 40), None);
        assert_eq!(drawn(&lines("|x|\n|y|"), 40), None);
    }
}
