//! Tandem in the terminal.
#![allow(
    clippy::all,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::panic,
    clippy::expect_used
)]
use std::path::PathBuf;
use tandem_engine::*;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let a: Vec<String> = std::env::args().collect();
    let get = |k: &str| a.iter().position(|x| x == k).map(|i| a[i + 1].clone());
    let mut o = EngineOptions::default();
    if get("--form").as_deref() == Some("stored") {
        o.weights = WeightForm::Stored;
    }
    let engine = Engine::start(o).unwrap();
    let comp = match get("--companion") {
        Some(s) if s == "none" => CompanionSpec::None,
        Some(s) => CompanionSpec::Folder(s.into()),
        None => CompanionSpec::Own,
    };
    let model = ModelSpec {
        target: PathBuf::from(get("--model").unwrap()),
        companion: comp,
    };
    match a[1].as_str() {
        "reference" => engine
            .reference(ReferenceRequest {
                model,
                fixture: get("--fixture").unwrap().into(),
                out: get("--out").unwrap().into(),
            })
            .await
            .unwrap(),
        "bench" => {
            let r = engine
                .bench(
                    BenchRequest {
                        model,
                        prompt_tokens: 64,
                        generate: 128,
                        depths: vec![0, 1, 2, 3, 4],
                        repetitions: 3,
                    },
                    |_, _| {},
                )
                .await
                .unwrap();
            println!("{}", serde_json::to_string_pretty(&r).unwrap());
        }
        _ => {
            let prompt = match get("--raw") {
                Some(t) => Prompt::Raw(t),
                None => Prompt::Chat {
                    conversation: chat::Conversation::new(vec![chat::Message::user(
                        get("--prompt").unwrap(),
                    )]),
                    options: Default::default(),
                    template: None,
                },
            };
            let mut r = Request::new(model, prompt);
            r.max_tokens = Some(200);
            if let Some(k) = get("--k") {
                r.speculate = if k == "off" {
                    Speculate::Off
                } else {
                    Speculate::Depth(k.parse().unwrap())
                };
            }
            let mut g = engine.generate(r);
            while let Some(e) = g.next().await {
                if let Event::Finished(c) = e {
                    println!("{}", serde_json::to_string_pretty(&c).unwrap());
                    println!("{:?}", c.error);
                }
            }
        }
    }
}
