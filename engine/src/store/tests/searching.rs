use super::*;

fn found(store: &Store, query: &str) -> Vec<String> {
    let hits = store.search(query, 50).unwrap();
    hits.iter()
        .map(|hit| {
            let mut text = hit.snippet.text.clone();
            for range in hit.snippet.matches.iter().rev() {
                text.insert(range.end, ']');
                text.insert(range.start, '[');
            }
            text
        })
        .collect()
}

/// One message, not found by its chat's title.
fn store_with(text: &str) -> (Scratch, Store) {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (_, question) = asked(&store, "…");
    answered(&store, question, text);
    (scratch, store)
}

#[test]
fn two_character_words_of_unspaced_scripts_are_found() {
    let (_scratch, store) = store_with("我喜欢中文搜索。東京タワーへ行きました。한국어를 배웁니다");
    for query in [
        "中文",
        "文搜",
        "搜索",
        "我",
        "東京",
        "タワー",
        "行き",
        "た",
        "한국어",
        "국어",
        "中文 東京",
    ] {
        assert_eq!(store.search(query, 5).unwrap().len(), 1, "{query}");
    }
    for query in ["文中", "京東", "中索", "한어", "中文 x", "猫"] {
        assert!(store.search(query, 5).unwrap().is_empty(), "{query}");
    }
    assert_eq!(
        found(&store, "中文"),
        ["我喜欢[中文]搜索。東京タワーへ行きました。한국어를 배웁니다"]
    );
}

#[test]
fn words_are_found_by_their_beginning_whatever_their_case_and_accents() {
    let (_scratch, store) = store_with("Der Käse aus Zürich, naïve ＦＵＬＬ width");
    for query in [
        "käse",
        "KASE",
        "zur",
        "Zürich kä",
        "naive",
        "full",
        "width der",
    ] {
        assert_eq!(store.search(query, 5).unwrap().len(), 1, "{query}");
    }
    for query in ["ürich", "kase berlin", "idth"] {
        assert!(store.search(query, 5).unwrap().is_empty(), "{query}");
    }
    assert_eq!(
        found(&store, "zurich"),
        ["Der Käse aus [Zürich], naïve ＦＵＬＬ width"]
    );
}

#[test]
fn no_query_is_an_error() {
    let (_scratch, store) = store_with("plain text with 🎉 and C++");
    let long = "word ".repeat(5000);
    for query in [
        "",
        " ",
        "\"",
        "AND",
        "a AND",
        "NEAR(",
        "text:",
        "*",
        "^",
        "-x",
        "(",
        "col : x",
        "\0",
        "'; DROP TABLE chat; --",
        "\u{301}",
        long.as_str(),
    ] {
        store
            .search(query, 5)
            .unwrap_or_else(|e| panic!("{query:?}: {e}"));
    }
    assert_eq!(found(&store, "🎉"), ["plain text with [🎉] and C++"]);
}

#[test]
fn a_snippet_shows_the_place_in_a_long_text() {
    let text = format!(
        "{}needle\nand more {}",
        "hay ".repeat(500),
        "straw ".repeat(500)
    );
    let (_scratch, store) = store_with(&text);
    let snippets = found(&store, "needle more");
    assert_eq!(snippets.len(), 1);
    assert!(
        snippets[0].starts_with('…') && snippets[0].ends_with('…'),
        "{snippets:?}"
    );
    assert!(
        snippets[0].contains("hay [needle] and [more] straw"),
        "{snippets:?}"
    );
    assert!(snippets[0].chars().count() < 200);
}

#[test]
fn titles_come_first_and_attachments_are_found() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let chat = store.create_chat(&NewChat::default()).unwrap();
    let mut new = NewMessage::user("see this");
    new.attachments = vec![Attachment {
        name: "recipe.txt".into(),
        content: "200 g of quinoa".into(),
    }];
    store.add_message(chat, None, &new).unwrap();
    store
        .set_title(chat, "Quinoa salad", TitleSource::User)
        .unwrap();
    assert_eq!(
        found(&store, "quinoa"),
        ["[Quinoa] salad", "recipe.txt: 200 g of [quinoa]"]
    );
    store.set_title(chat, "Salad", TitleSource::User).unwrap();
    assert_eq!(found(&store, "quinoa").len(), 1);
    assert_eq!(store.search("quinoa", 0).unwrap().len(), 0);
}

#[test]
fn an_answer_is_found_when_it_is_finished() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let (_, question) = asked(&store, "q");
    let answer = store.begin_answer(question, None).unwrap();
    store
        .append(
            answer,
            &[
                Piece::Content("pine".into()),
                Piece::Content("apple".into()),
                Piece::Thinking("secretly".into()),
            ],
        )
        .unwrap();
    store.finish_answer(answer, &Outcome::default()).unwrap();
    assert_eq!(found(&store, "pineapple"), ["[pineapple]"]);
    assert!(found(&store, "secretly").is_empty());
}
