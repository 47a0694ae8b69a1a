//! A template's text: made ready for rendering, and read just far enough to know its string literals.

use std::ops::Range;

use super::{BrokenTemplate, guard};

/// Real templates have up to 30 KB.
const MAX_BYTES: usize = 128 << 10;
/// The longest expression or statement, not counting its string literals. The work to compile one grows with
/// the square of its length; real ones have a few hundred characters.
const MAX_TAG_CODE: usize = 4 << 10;

/// A template as it is given to the engine.
#[derive(Debug, Clone)]
pub(super) struct Source {
    text: String,
    /// String literals that other text is only compared with or searched for.
    tested: Vec<Range<usize>>,
    /// String literals that a variable is set to, which may then be used in any way.
    kept: Vec<Range<usize>>,
}

impl Source {
    /// Prepares a template; `variables` are texts it may use, such as the model's `bos_token`.
    ///
    /// They are defined at the template's top, since they are as trustworthy as the template's own text.
    pub(super) fn new(
        template: &str,
        variables: &[(String, String)],
    ) -> Result<Self, BrokenTemplate> {
        if template.len() > MAX_BYTES {
            return Err(BrokenTemplate::TooLarge);
        }
        let mut text = String::new();
        let used = variables.iter().filter(|(name, _)| template.contains(name));
        for (name, value) in used {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("{{% set {name} = \"{value}\" %}}\n"));
        }
        // Jinja reads every kind of line end as a line feed.
        text.push_str(&template.replace("\r\n", "\n").replace('\r', "\n"));
        let text = without_generation_tags(text);
        let text = guard::guarded(&text, &tags(&text));
        let (mut tested, mut kept) = (Vec::new(), Vec::new());
        for tag in tags(&text) {
            let literals: usize = tag.literals.iter().map(ExactSizeIterator::len).sum();
            if tag.code.len() - literals > MAX_TAG_CODE {
                return Err(BrokenTemplate::TooLarge);
            }
            for literal in tag.literals {
                let before = &text[tag.code.start..literal.start];
                let after = &text[literal.end..tag.code.end];
                if is_tested(before, after) {
                    tested.push(literal);
                } else if is_kept(before, after) {
                    kept.push(literal);
                }
            }
        }
        Ok(Self { text, tested, kept })
    }

    /// A template that is part of this program.
    pub(super) fn trusted(text: &str) -> Self {
        Self::new(text, &[]).unwrap_or(Self {
            text: text.to_owned(),
            tested: Vec::new(),
            kept: Vec::new(),
        })
    }

    /// What to render.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether this place lies in a string literal that other text is only compared with or searched for.
    pub(super) fn is_tested(&self, at: usize) -> bool {
        self.tested.iter().any(|range| range.contains(&at))
    }

    /// Whether this place lies in a string literal that a variable is set to.
    pub(super) fn is_kept(&self, at: usize) -> bool {
        self.kept.iter().any(|range| range.contains(&at))
    }
}

/// Everything between `{{` and `}}` or `{%` and `%}`.
pub(super) struct Tag {
    pub(super) code: Range<usize>,
    /// Whether it is of the second kind.
    pub(super) is_statement: bool,
    /// The string literals in it, with their quotes.
    pub(super) literals: Vec<Range<usize>>,
}

fn tags(text: &str) -> Vec<Tag> {
    let bytes = text.as_bytes();
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('{') {
        let start = at + found + 2;
        let end = match bytes.get(start - 1) {
            Some(b'#') => {
                at = text[start..]
                    .find("#}")
                    .map_or(text.len(), |end| start + end + 2);
                continue;
            }
            Some(b'{') => b"}}",
            Some(b'%') => b"%}",
            _ => {
                at = start - 1;
                continue;
            }
        };
        let mut literals = Vec::new();
        at = start;
        while at < bytes.len() && !bytes[at..].starts_with(end) {
            if matches!(bytes[at], b'"' | b'\'') {
                let close = string_end(bytes, at);
                literals.push(at..close);
                at = close;
            } else {
                at += 1;
            }
        }
        tags.push(Tag {
            code: start..at,
            is_statement: end == b"%}",
            literals,
        });
        let code = text[start..at].trim_matches(['-', '+', ' ', '\n', '\t']);
        if end == b"%}" && code == "raw" {
            at = text[at..].find("endraw").map_or(text.len(), |end| at + end);
        }
    }
    tags
}

/// The end of the string literal that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Whether a literal between these pieces of code is only compared or searched for, so that it reaches no
/// output.
fn is_tested(before: &str, after: &str) -> bool {
    const SEARCHES: [&str; 13] = [
        "split(",
        "startswith(",
        "endswith(",
        "replace(",
        "strip(",
        "find(",
        "index(",
        "count(",
        "partition(",
        "removeprefix(",
        "removesuffix(",
        "==",
        "!=",
    ];
    let (before, after) = (before.trim_end(), after.trim_start());
    SEARCHES.iter().any(|search| before.ends_with(search))
        || before.ends_with(" in")
        || ["==", "!=", "in ", "not in "]
            .iter()
            .any(|operator| after.starts_with(operator))
}

/// Whether a literal between these pieces of code is all that a variable is set to.
fn is_kept(before: &str, after: &str) -> bool {
    let blanks = ['-', '+', ' ', '\n', '\t'];
    before.trim_start_matches(blanks).starts_with("set ")
        && before.trim_end().ends_with('=')
        && after.trim_matches(blanks).is_empty()
}

/// `{% generation %}` marks what a model learns from; here the text within is all that counts.
fn without_generation_tags(text: String) -> String {
    if !text.contains("generation") {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for tag in tags(&text) {
        let code = &text[tag.code.clone()];
        let word = code.trim_matches(['-', '+', ' ', '\n', '\t']);
        let statement = match word {
            "generation" => "if true",
            "endgeneration" => "endif",
            _ => continue,
        };
        out.push_str(&text[end..tag.code.start]);
        out.push_str(&code.replacen(word, statement, 1));
        end = tag.code.end;
    }
    out.push_str(&text[end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tested(text: &str) -> Vec<&str> {
        let literals = Source::new(text, &[]).unwrap().tested;
        literals.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn literals_that_are_only_compared_or_searched_for() {
        assert_eq!(tested("{{ '<a>' + x.split('<b>')[0] }}"), ["'<b>'"]);
        assert_eq!(tested("{% if '<a>' in x and \"}}'\" %}<b>'"), ["'<a>'"]);
        assert_eq!(
            tested("{# 'a' in x #}{{ x == 'it\\'s' ~ 'b' }}"),
            ["'it\\'s'"]
        );
        assert_eq!(
            tested("{% raw %}{{ 'a' in x }}{% endraw %}{{ 'b' not in x }}"),
            ["'b'"]
        );
        assert_eq!(tested("{{ 'a"), [""; 0]);
    }

    #[test]
    fn literals_that_variables_are_set_to() {
        let text = "{%- set end = '<a>' -%}{% set x = '<b>' ~ end %}{{ end == '<c>' }}";
        let kept = Source::new(text, &[]).unwrap().kept;
        let kept: Vec<&str> = kept.into_iter().map(|range| &text[range]).collect();
        assert_eq!(kept, ["'<a>'"]);
    }

    #[test]
    fn marks_of_what_is_learned_vanish() {
        let text = "{%- generation -%} a {%endgeneration%}{% set generation = 1 %}";
        assert_eq!(
            Source::new(text, &[]).unwrap().text(),
            "{%- if true -%} a {%endif%}{% set generation = 1 %}"
        );
    }

    #[test]
    fn variables_come_first() {
        let variables = [("bos_token".to_owned(), "<\"\\>".to_owned())];
        let source = Source::new("\r\n{{ bos_token }}", &variables).unwrap();
        let set = "{% set bos_token = \"<\\\"\\\\>\" %}";
        assert_eq!(source.text(), format!("{set}\n\n{{{{ bos_token }}}}"));
        assert_eq!(Source::new("x", &variables).unwrap().text(), "x");
    }

    #[test]
    fn only_what_can_nest_values_is_bounded() {
        let guarded = |text: &str| Source::new(text, &[]).unwrap().text().to_owned();
        let same = [
            "{{ f(a, b)[1:] }}{{ x['a', ] }}{% if (a or b) and not(c) %}",
            "{% for (a, b) in x if a in ['b', 1] %}{% macro f(a, b=[], c={'d': none}) %}{% call(a, b) f() %}",
            "{% set (a, b) = x %}{% set a, b = f(x) %}{% set ns.a = 1 -%}{{ [1, (2, 'x')] }}",
            "text [a] {# [a] #}{{ '[a, b]' }}",
        ];
        for text in same {
            assert_eq!(guarded(text), text);
        }
        let bounded = [
            ("{{ [a] + x }}", "{{ __bounded(([a])) + x }}"),
            (
                "{{ f([a, (b, 1)]) }}",
                "{{ f(__bounded(([a, __bounded(((b, 1)))]))) }}",
            ),
            ("{{ {'a': b}['a'] }}", "{{ __bounded(({'a': b}))['a'] }}"),
            ("{%- set x = a, 1 -%}", "{%- set x =__bounded(( a, 1 ))-%}"),
            (
                "{% set ns.x = ns.x + 1 %}",
                "{% set ns.x =__bounded(( ns.x + 1)) %}",
            ),
            (
                "{% set a, ns.x = y %}",
                "{% set a, ns.x =__bounded(( y)) %}",
            ),
            ("{% for x in [a] %}", "{% for x in __bounded(([a])) %}"),
            (
                "{% for x in y if x not in (a, b) %}",
                "{% for x in y if x not in __bounded(((a, b))) %}",
            ),
            ("{% with x = [a] %}", "{% with x = __bounded(([a])) %}"),
        ];
        for (text, expected) in bounded {
            assert_eq!(guarded(text), expected);
        }
    }

    #[test]
    fn oversized_templates_are_refused() {
        assert!(Source::new(&"x".repeat(MAX_BYTES + 1), &[]).is_err());
        assert!(Source::new(&format!("{{{{ 1{} }}}}", "~1".repeat(MAX_TAG_CODE)), &[]).is_err());
        assert!(Source::new(&format!("{{{{ '{}' }}}}", "~1".repeat(MAX_TAG_CODE)), &[]).is_ok());
    }
}
