//! From what a request leaves open to the settings in effect.

use super::neutral;
use crate::{
    EngineError, Sampling, model::generation_config::GenerationConfig, sample::SamplingSettings,
};

const VOCABULARY: usize = 100;

fn resolve(wish: &Sampling, file: &GenerationConfig, thinking: bool) -> SamplingSettings {
    SamplingSettings::resolve(wish, file, thinking, VOCABULARY).expect("settings")
}

/// What a request that leaves all but the seed open is given.
fn defaults(file: &GenerationConfig, thinking: bool) -> SamplingSettings {
    let wish = Sampling {
        seed: Some(0),
        ..Sampling::default()
    };
    resolve(&wish, file, thinking)
}

#[test]
fn without_a_file_the_family_s_settings_for_the_mode_hold() {
    let file = GenerationConfig {
        end_tokens: vec![1],
        do_sample: Some(true),
        ..GenerationConfig::default()
    };
    let thinking = SamplingSettings {
        temperature: 1.0,
        top_k: 20,
        top_p: 0.95,
        presence_penalty: 1.5,
        ..neutral()
    };
    assert_eq!(defaults(&file, true), thinking);
    let direct = SamplingSettings {
        temperature: 0.7,
        top_p: 0.8,
        ..thinking
    };
    assert_eq!(defaults(&file, false), direct);
}

#[test]
fn the_maker_s_file_stands_as_a_whole() {
    let file = GenerationConfig {
        temperature: Some(0.6),
        top_k: Some(20),
        top_p: Some(0.95),
        ..GenerationConfig::default()
    };
    for thinking in [false, true] {
        let expected = SamplingSettings {
            temperature: 0.6,
            top_k: 20,
            top_p: 0.95,
            ..neutral()
        };
        assert_eq!(defaults(&file, thinking), expected);
    }
    let greedy = GenerationConfig {
        do_sample: Some(false),
        ..file
    };
    assert_eq!(defaults(&greedy, false).temperature, 0.0);
}

#[test]
fn a_wish_for_temperature_0_is_one_for_the_likeliest_tokens() {
    let wish = Sampling {
        temperature: Some(0.0),
        frequency_penalty: Some(0.5),
        seed: Some(0),
        ..Sampling::default()
    };
    let expected = SamplingSettings {
        temperature: 0.0,
        frequency_penalty: 0.5,
        ..neutral()
    };
    assert_eq!(resolve(&wish, &GenerationConfig::default(), true), expected);
}

#[test]
fn what_the_request_says_wins() {
    let wish = Sampling {
        temperature: Some(0.5),
        top_k: Some(3),
        top_p: Some(0.4),
        min_p: Some(0.1),
        presence_penalty: Some(-0.1),
        frequency_penalty: Some(0.2),
        repetition_penalty: Some(1.1),
        logit_bias: vec![(7, 2.0)],
        seed: Some(u64::MAX),
    };
    let settings = resolve(&wish, &GenerationConfig::default(), true);
    let expected = SamplingSettings {
        temperature: 0.5,
        top_k: 3,
        top_p: 0.4,
        min_p: 0.1,
        presence_penalty: -0.1,
        frequency_penalty: 0.2,
        repetition_penalty: 1.1,
        logit_bias: vec![(7, 2.0)],
        seed: u64::MAX,
    };
    assert_eq!(settings, expected);
}

#[test]
fn a_seed_that_is_not_given_is_drawn() {
    let draw = || resolve(&Sampling::default(), &GenerationConfig::default(), false).seed;
    let (one, other) = (draw(), draw());
    assert_ne!(one, other);
    assert!(one.max(other) < 1 << 53, "not exact in a double");
}

#[test]
fn what_is_out_of_range_is_refused_by_name_in_one_line() {
    let with = |change: fn(&mut Sampling)| {
        let mut wish = Sampling::default();
        change(&mut wish);
        wish
    };
    let refused = [
        ("temperature", with(|s| s.temperature = Some(-0.1))),
        ("temperature", with(|s| s.temperature = Some(f32::NAN))),
        ("temperature", with(|s| s.temperature = Some(f32::INFINITY))),
        ("top_p", with(|s| s.top_p = Some(0.0))),
        ("top_p", with(|s| s.top_p = Some(1.1))),
        ("top_p", with(|s| s.top_p = Some(f32::NAN))),
        ("min_p", with(|s| s.min_p = Some(-0.1))),
        ("min_p", with(|s| s.min_p = Some(1.5))),
        (
            "presence_penalty",
            with(|s| s.presence_penalty = Some(f32::NAN)),
        ),
        (
            "frequency_penalty",
            with(|s| s.frequency_penalty = Some(1e9)),
        ),
        (
            "repetition_penalty",
            with(|s| s.repetition_penalty = Some(0.0)),
        ),
        (
            "repetition_penalty",
            with(|s| s.repetition_penalty = Some(-1.0)),
        ),
        (
            "logit_bias",
            with(|s| s.logit_bias = vec![(VOCABULARY as u32, 1.0)]),
        ),
        (
            "logit_bias",
            with(|s| s.logit_bias = vec![(1, f32::NEG_INFINITY)]),
        ),
    ];
    for (name, wish) in refused {
        let answer =
            SamplingSettings::resolve(&wish, &GenerationConfig::default(), false, VOCABULARY);
        let Err(EngineError::InvalidRequest(message)) = answer else {
            unreachable!("{wish:?} was taken");
        };
        assert!(message.contains(name), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let edges = with(|s| {
        s.temperature = Some(100.0);
        s.top_p = Some(1.0);
        s.min_p = Some(1.0);
        s.top_k = Some(usize::MAX);
        s.logit_bias = vec![(VOCABULARY as u32 - 1, -100.0)];
    });
    resolve(&edges, &GenerationConfig::default(), false);
}
