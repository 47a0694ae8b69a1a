//! What Markdown becomes.

use tandem_markup::{
    Block, Container, Content, DEEPEST, LONGEST_LINK, LONGEST_TEXT, Span, SpanKind, blocks,
};

/// A block in a short form: containers, kind, text.
fn short(block: &Block) -> String {
    let mut out = String::new();
    for container in &block.containers {
        match container {
            Container::Quote { .. } => out.push_str("> "),
            Container::Item {
                number,
                task,
                first,
                ..
            } => {
                match (first, number) {
                    (true, Some(number)) => out.push_str(&format!("{number}. ")),
                    (true, None) => out.push_str("- "),
                    (false, _) => out.push_str(". "),
                }
                if let Some(done) = task {
                    out.push_str(if *done { "[x] " } else { "[ ] " });
                }
            }
        }
    }
    match &block.content {
        Content::Paragraph { spans: text } => out.push_str(&spans(text)),
        Content::Heading { level, spans: text } => {
            out.push_str(&format!("h{level} {}", spans(text)));
        }
        Content::Code {
            language,
            text,
            fenced,
            closed,
        } => out.push_str(&format!("code {language:?} {fenced} {closed} {text:?}")),
        Content::Table { alignments, rows } => {
            out.push_str(&format!("table {alignments:?}"));
            for row in rows {
                let cells: Vec<_> = row.iter().map(|cell| spans(cell)).collect();
                out.push_str(&format!(" / {}", cells.join(" | ")));
            }
        }
        Content::Rule => out.push_str("rule"),
    }
    out
}

fn spans(spans: &[Span]) -> String {
    let one = |span: &Span| {
        let mut looks = String::new();
        for (has, letter) in [
            (span.bold, 'b'),
            (span.italic, 'i'),
            (span.strikethrough, 's'),
            (span.kind == SpanKind::Code, 'c'),
            (span.kind == SpanKind::Math, 'm'),
        ] {
            if has {
                looks.push(letter);
            }
        }
        let link = span.link.as_ref().map(|link| format!("({link})"));
        let link = link.unwrap_or_default();
        if looks.is_empty() && link.is_empty() {
            span.text.clone()
        } else {
            format!("{{{looks}{link}:{}}}", span.text)
        }
    };
    spans.iter().map(one).collect()
}

fn shown(text: &str) -> Vec<String> {
    blocks(text).iter().map(short).collect()
}

#[test]
fn every_kind_of_block_is_told() {
    for (text, expected) in [
        ("a\nb  \nc\\\nd", vec!["a\nb\nc\nd"]),
        (
            "# A #\n### B\nC\n---\n---\n",
            vec!["h1 A", "h3 B", "h2 C", "rule"],
        ),
        (
            "```rust x\na\n\nb\n```\nc",
            vec!["code \"rust\" true true \"a\\n\\nb\\n\"", "c"],
        ),
        ("```\na\n", vec!["code \"\" true false \"a\\n\""]),
        ("~~~ r\n", vec!["code \"r\" true false \"\""]),
        ("~~~\n~~~\n\n", vec!["code \"\" true true \"\""]),
        (
            "> ```\n> a\n> ```\n",
            vec!["> code \"\" true true \"a\\n\""],
        ),
        (
            "```\n    ```\n",
            vec!["code \"\" true false \"    ```\\n\""],
        ),
        (
            "    a\n\n    b\n\nc",
            vec!["code \"\" false false \"a\\n\\nb\\n\"", "c"],
        ),
        (
            "| a | b |\n|:--|:-:|\n| *x* | `y` | z |\n| 1 |\n",
            vec!["table [Left, Center] / a | b / {i:x} | {c:y} / 1"],
        ),
        (
            "- a\n  - b\n\n    c\n- [ ] d\n  - [x] e\n",
            vec!["- a", ". - b", ". . c", "- [ ] d", ". - [x] e"],
        ),
        (
            "3. a\n3. b\n   > c\n\n1) d\n",
            vec!["3. a", "4. b", ". > c", "1. d"],
        ),
        ("-\n- a\n>\n> b\n", vec!["- ", "- a", "> b"]),
        ("- - a\n  - b\n", vec!["- - a", ". - b"]),
        (">\n\nx", vec!["> ", "x"]),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
    }
}

#[test]
fn spans_have_looks_and_links_are_data() {
    for (text, expected) in [
        ("**b *i* ~~s~~** `c`", "{b:b }{bi:i}{b: }{bs:s} {c:c}"),
        (
            "[a *b*](https://x \"t\")",
            "{(https://x):a }{i(https://x):b}",
        ),
        ("![alt](javascript:x)", "{(javascript:x):alt}"),
        (
            "<https://x> <a@b.c>",
            "{(https://x):https://x} {(a@b.c):a@b.c}",
        ),
        (
            "$a_b_c$ $$d*e*$$ $5 and $6",
            "{m:$a_b_c$} {m:$$d*e*$$} $5 and $6",
        ),
        ("\\* &amp; &nosuch;", "* & &nosuch;"),
        ("a [^1] [b][c] [d]", "a [^1] [b][c] [d]"),
    ] {
        assert_eq!(shown(text), [expected], "{text:?}");
    }
    let far = format!("[a](https://x/{})", "y".repeat(3000));
    assert_eq!(shown(&far), ["a"]);
}

#[test]
fn html_and_definitions_stay_text() {
    for (text, expected) in [
        ("<div>\n**b**\n\n</div> x", vec!["<div>\n{b:b}", "</div> x"]),
        ("<!-- a\n\nb", vec!["<!-- a", "b"]),
        ("- <script>\n  a\n\nb", vec!["- <script>\na", "b"]),
        ("a <b class=\"x\">c</b>", vec!["a <b class=\"x\">c</b>"]),
        ("1. > <p>\n", vec!["1. > <p>"]),
        ("[a]: /b \"c\"\n[a]", vec!["[a]: /b \"c\"\n[a]"]),
        (
            "[a]: /b\n\n[a]: /c\n\n[a]",
            vec!["[a]: /b", "[a]: /c", "[a]"],
        ),
        ("[a\nb]: /c", vec!["[a\nb]: /c"]),
        ("[^1]: note", vec!["[^1]: note"]),
        (
            "```\n<div>\n[a]: b\n```",
            vec!["code \"\" true true \"<div>\\n[a]: b\\n\""],
        ),
        ("[v](http://[::1]:80/)", vec!["{(http://[::1]:80/):v}"]),
        (
            "<div> \u{1}\u{2}\u{3}\n[a]: /b",
            vec!["<div> \u{1}\u{2}\u{3}\n[a]: /b"],
        ),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
    }
    // The definitions after the first few lose their meaning all at once.
    let many: String = (0..50).map(|_| "[a]: /b\n\n").collect();
    assert_eq!(shown(&many), vec!["[a]: /b"; 50]);
}

#[test]
fn ranges_are_those_of_the_text() {
    let text = "ä\n\n- **🦉** b\n  > c\n";
    let found = blocks(text);
    assert_eq!(&text[found[0].range.clone()].trim_end(), &"ä");
    let Content::Paragraph { spans } = &found[1].content else {
        panic!("{found:?}");
    };
    assert_eq!(&text[spans[0].range.clone()], "🦉");
    assert_eq!(&text[spans[1].range.clone()], " b");
    let Container::Quote { start } = found[2].containers[1] else {
        panic!("{found:?}");
    };
    assert!(text[start..].starts_with("> c"));
    // The parser itself is wrong after tabs: it points to the end of the line before, or to the mark before.
    for (text, block, mark) in [("-     a\n\t+\n", 1, "+\n"), (">\t- a\n", 0, "- a\n")] {
        let Container::Item { start, .. } = blocks(text)[block].containers[1] else {
            panic!("{text}");
        };
        assert_eq!(&text[start..], mark);
    }
}

#[test]
fn a_text_that_is_too_long_is_one_paragraph() {
    let text = "# a\n".repeat(LONGEST_TEXT / 4);
    assert_eq!(blocks(&text).len(), LONGEST_TEXT / 4);
    let text = text + "\n";
    assert_eq!(shown(&text), [text]);
}

#[test]
fn nests_are_bounded() {
    for unit in ["> ", "- ", "1. "] {
        let found = blocks(&(unit.repeat(20_000) + "x"));
        assert_eq!(found.len(), 1, "{unit}");
        assert_eq!(found[0].containers.len(), DEEPEST, "{unit}");
        assert!(short(&found[0]).ends_with('x'));
    }
}

/// What is known to take other readers long. Each goes through here, and no more is made of it than is in it.
#[test]
fn hostile_texts_neither_panic_nor_grow() {
    let units = [
        ">",
        "> ",
        "- ",
        "1. ",
        "*",
        "**",
        "_a",
        "[",
        "![",
        "](",
        "`",
        "``` `",
        "$",
        "$$a",
        "{",
        "$${",
        "|",
        "|a",
        "a|\n",
        "<",
        "<a ",
        "<!--",
        "\\",
        "&",
        "#",
        "~",
        "~~a",
        "\n",
        "- \n",
        "> a\n",
        "  ",
        "\t",
        "[a]: x\n\n",
        "[a](",
        "*a_b",
        "**a*",
        "| a\n|-\n",
        "|-",
        "- - - x\n",
        "<a@",
        "```\n",
        "a `b",
        "\u{1}\u{2}",
        "é",
        "1. a\n   ",
        "[*a",
        "]: ",
        "*a **b ~~c ",
        "\u{feff}",
        "\u{0}",
        "\r",
        "<![CDATA[",
        "[*a*](b) ",
        "\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}<a>\n",
    ];
    let mut texts: Vec<String> = units
        .iter()
        .map(|unit| unit.repeat(LONGEST_TEXT / unit.len()))
        .collect();
    texts.push("|a".repeat(8000) + "\n" + &"|-".repeat(8000) + "\n" + &"|\n".repeat(16_000));
    texts.push("> ".repeat(16_000) + &"a\n".repeat(16_000));
    texts.push((0..200).map(|i| "  ".repeat(i) + "- x\n").collect());
    texts.push(format!("[{}]({})", "*a*b".repeat(12_000), "c".repeat(1900)));
    for text in texts {
        let found = blocks(&text);
        let begin: String = text.chars().take(20).collect();
        let held: usize = found.iter().map(size).sum();
        // Each span of a link holds its address.
        assert!(held <= LONGEST_TEXT * LONGEST_LINK / 2, "{begin:?}: {held}");
        let ordered = found
            .windows(2)
            .all(|pair| pair[0].range.end <= pair[1].range.start);
        assert!(ordered, "{begin:?}");
    }
}

/// Bytes of text and number of spans and containers.
fn size(block: &Block) -> usize {
    let of = |spans: &[Span]| -> usize {
        spans
            .iter()
            .map(|span| 1 + span.text.len() + span.link.as_ref().map_or(0, String::len))
            .sum()
    };
    let content = match &block.content {
        Content::Paragraph { spans } | Content::Heading { spans, .. } => of(spans),
        Content::Code { text, language, .. } => text.len() + language.len(),
        Content::Table { rows, .. } => rows.iter().flatten().map(|cell| 1 + of(cell)).sum(),
        Content::Rule => 0,
    };
    content + block.containers.len()
}
