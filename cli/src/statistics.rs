//! One line about how an answer came about.

use tandem_engine::{Completion, FinishReason, SpeculationState};

/// Speed, first token, and what speculation did or why it did nothing.
pub(crate) fn line(completion: &Completion) -> String {
    let timing = &completion.timing;
    let speculation = &completion.speculation;
    let mut parts = vec![
        format!("{} tokens", completion.usage.completion_tokens),
        format!("{:.1} tokens/s", timing.decode_tokens_per_s),
        format!("first token {:.2} s", timing.first_token_s),
    ];
    match speculation.state {
        SpeculationState::Active => {
            parts.push(format!(
                "{:.2} tokens a round",
                speculation.tokens_per_round
            ));
            let share = percent(speculation.accepted, speculation.drafted);
            parts.push(format!(
                "{share} of {} drafts a round accepted",
                speculation.depth
            ));
            if let Some(gain) = speculation.gain {
                parts.push(format!("{gain:.2} × plain"));
            }
        }
        SpeculationState::Off => parts.push(format!("no drafts: {}", speculation.reason)),
    }
    if completion.usage.forced_tokens > 0 {
        parts.push("thinking ended at its budget".to_owned());
    }
    match completion.finish_reason {
        FinishReason::Cancelled => parts.push("stopped".to_owned()),
        FinishReason::Repetition => parts.push("stopped as it repeated itself".to_owned()),
        FinishReason::Length => parts.push("cut at the token limit".to_owned()),
        FinishReason::Stop | FinishReason::ToolCalls | FinishReason::Error => {}
    }
    parts.join(" · ")
}

/// `part` of `whole` in per cent.
pub(crate) fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        "–".to_owned()
    } else {
        format!("{:.0} %", 100.0 * part as f64 / whole as f64)
    }
}
