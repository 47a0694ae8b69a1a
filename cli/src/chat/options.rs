//! What a chat is answered with: its own options, kept with it, and those of the command line, which win.

use clap::ValueEnum;
use serde_json::{Number, Value};
use tandem_engine::{ModelSpec, Prompt, Request, Sampling, Speculate, store::Parameters};

use crate::args::{self, ChatArgs, Think};

/// The options of a chat.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// Those that were given for whatever chat is open.
    given: Parameters,
    /// Those of the chat.
    own: Parameters,
}

impl Options {
    /// What the command line says.
    pub(super) fn given(args: &ChatArgs) -> Self {
        let mut options = Self::default();
        let sampling = args.sampling.sampling();
        let whole = |number: Option<usize>| number.map(Value::from);
        for (name, value) in [
            ("think", args.think.and_then(name_of).map(Value::from)),
            (
                "speculate",
                args.speculate.map(speculate_name).map(Value::from),
            ),
            ("max_tokens", whole(args.max_tokens)),
            ("think_budget", whole(args.think_budget)),
            ("top_k", whole(sampling.top_k)),
            ("seed", sampling.seed.map(Value::from)),
            ("temperature", fraction(sampling.temperature)),
            ("top_p", fraction(sampling.top_p)),
            ("min_p", fraction(sampling.min_p)),
            ("presence_penalty", fraction(sampling.presence_penalty)),
            ("repetition_penalty", fraction(sampling.repetition_penalty)),
            ("frequency_penalty", fraction(sampling.frequency_penalty)),
        ] {
            if let Some(value) = value {
                options.given.insert(name.to_owned(), value);
            }
        }
        options
    }

    /// Goes over to another chat's.
    pub(super) fn open(&mut self, own: &Parameters) {
        self.own = own.clone();
    }

    /// All of them, to be kept with the chat.
    pub(super) fn all(&self) -> Parameters {
        let mut all = self.own.clone();
        all.extend(self.given.clone());
        all
    }

    pub(super) fn set_think(&mut self, think: Think) {
        self.set("think", name_of(think).map(Value::from));
    }

    pub(super) fn set_speculate(&mut self, speculate: Speculate) {
        self.set("speculate", Some(speculate_name(speculate).into()));
    }

    fn set(&mut self, name: &str, value: Option<Value>) {
        self.given.remove(name);
        if let Some(value) = value {
            self.own.insert(name.to_owned(), value);
        }
    }

    /// Whether the model is to think.
    pub(super) fn think(&self) -> Think {
        let word = self.get("think").and_then(Value::as_str);
        word.and_then(|word| Think::from_str(word, false).ok())
            .unwrap_or(Think::Off)
    }

    /// A request with these options. What is kept and makes no sense here is passed over.
    pub(super) fn request(&self, model: ModelSpec, prompt: Prompt) -> Request {
        let count = |name| {
            self.get(name)?
                .as_u64()
                .and_then(|n| usize::try_from(n).ok())
        };
        let number = |name| Some(self.get(name)?.as_f64()? as f32);
        let speculate = self.get("speculate").and_then(Value::as_str);
        Request {
            max_tokens: count("max_tokens"),
            think_budget: count("think_budget"),
            speculate: speculate
                .and_then(|word| args::speculate(word).ok())
                .unwrap_or_default(),
            sampling: Sampling {
                temperature: number("temperature"),
                top_k: count("top_k"),
                top_p: number("top_p"),
                min_p: number("min_p"),
                presence_penalty: number("presence_penalty"),
                frequency_penalty: number("frequency_penalty"),
                repetition_penalty: number("repetition_penalty"),
                logit_bias: Vec::new(),
                seed: self.get("seed").and_then(Value::as_u64),
            },
            ..Request::new(model, prompt)
        }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.given.get(name).or_else(|| self.own.get(name))
    }
}

fn name_of(think: Think) -> Option<String> {
    Some(think.to_possible_value()?.get_name().to_owned())
}

fn speculate_name(speculate: Speculate) -> String {
    match speculate {
        Speculate::Auto => "auto".to_owned(),
        Speculate::Off => "off".to_owned(),
        Speculate::Depth(depth) => depth.to_string(),
    }
}

/// A number as it was written, not as the nearest one of 32 bits looks with 64.
fn fraction(number: Option<f32>) -> Option<Value> {
    let number = number?.to_string().parse().ok()?;
    Number::from_f64(number).map(Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tandem_engine::CompanionSpec;

    fn asked(options: &Options) -> Request {
        let model = ModelSpec {
            target: "x".into(),
            companion: CompanionSpec::None,
        };
        options.request(model, Prompt::Raw(String::new()))
    }

    #[test]
    fn what_is_given_wins_over_what_is_kept_until_it_is_changed() {
        let map = |value: Value| value.as_object().cloned().expect("an object");
        let mut options = Options {
            given: map(json!({"temperature": 0.7, "think": "on"})),
            own: Parameters::new(),
        };
        options.open(&map(
            json!({"temperature": 0.1, "think": "off", "max_tokens": 5, "seed": 7, "speculate": "3"}),
        ));
        let request = asked(&options);
        assert_eq!(request.sampling.temperature, Some(0.7));
        assert_eq!(
            (request.max_tokens, request.sampling.seed),
            (Some(5), Some(7))
        );
        assert_eq!(request.speculate, Speculate::Depth(3));
        assert_eq!(options.think(), Think::On);
        options.set_think(Think::Auto);
        options.set_speculate(Speculate::Off);
        assert_eq!(options.think(), Think::Auto);
        assert_eq!(options.all()["speculate"], "off");
        assert_eq!(options.all()["temperature"], 0.7);
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        let own = json!({"temperature": "hot", "think": 3, "max_tokens": -1, "speculate": "99"});
        let mut options = Options::default();
        options.open(own.as_object().expect("an object"));
        let request = asked(&options);
        assert_eq!(request.sampling, Sampling::default());
        assert_eq!(request.max_tokens, None);
        assert_eq!(request.speculate, Speculate::Auto);
        assert_eq!(options.think(), Think::Off);
    }
}
