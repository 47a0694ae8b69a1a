//! `tandem bench`: how fast the model is on this machine, and at which draft depth.

use std::sync::{Mutex, PoisonError};

use comfy_table::{CellAlignment, Table, presets};
use tandem_engine::{BenchReport, BenchRequest, BenchRun, CompanionSpec, Engine, VocabularyRun};

use crate::{
    args::{BenchArgs, MachineArgs},
    failure::Failure,
    model,
    output::Output,
    progress::Progress,
};

/// Runs `tandem bench`.
pub(crate) async fn run(args: BenchArgs, machine: MachineArgs) -> Result<(), Failure> {
    let model = model::resolve(&args.model, &machine)?;
    let depths = match (args.depths, &model.companion) {
        (Some(depths), _) => depths,
        (None, CompanionSpec::None) => vec![0],
        (None, _) => vec![0, 1, 2, 3],
    };
    let request = BenchRequest {
        model,
        prompt_tokens: args.prompt_tokens,
        generate: args.generate,
        depths,
        repetitions: args.repetitions.into(),
    };
    let engine = Engine::start(machine.options())?;
    let progress = Mutex::new(Progress::waiting("loading the model"));
    let mut report = engine
        .bench(request, move |done, total| {
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.set("measuring", done, total);
            true
        })
        .await?;
    // The built-in model's folder would say little.
    report.model = model::title(args.model.model.as_deref()).to_owned();
    let mut output = Output::new();
    if args.json {
        return output.json(&report);
    }
    output.text(&format!("{} on {}\n\n", report.model, report.device))?;
    output.text(&format!("{}\n\n", table(&report)))?;
    if let Some(deepest) = report.runs.iter().max_by_key(|run| run.depth) {
        output.text(&details(deepest))?;
    }
    if let Some(run) = &report.draft_vocabulary {
        output.text(&vocabulary(run))?;
    }
    output.text(&format!("\n{}\n", verdict(&report)))
}

/// What a pass of each number of rows costs, and how often each draft was accepted.
fn details(run: &BenchRun) -> String {
    let list = |values: &mut dyn Iterator<Item = String>| values.collect::<Vec<_>>().join("  ");
    let rows = list(&mut run.rows_cost.iter().map(|s| format!("{:.1}", 1000.0 * s)));
    let mut text = format!("ms of a pass of 1, 2, … rows: {rows}\n");
    text += &format!(
        "ms of keeping the state after each row, and of the commit: {:.2}\n",
        1000.0 * run.keep_s
    );
    if run.depth > 0 {
        let shares = &mut run.accepted_by_position.iter();
        let shares = list(&mut shares.map(|share| format!("{:.0} %", 100.0 * share)));
        text += &format!("rounds in which draft 1, 2, … was accepted: {shares}\n");
    }
    text
}

/// What drafting from likely tokens alone brings.
fn vocabulary(run: &VocabularyRun) -> String {
    format!(
        "drafts from the {} likeliest tokens alone: {:.2} × as fast, {:.0} % accepted instead of {:.0} %\n",
        run.tokens,
        run.gain,
        100.0 * run.acceptance,
        100.0 * run.acceptance_of_all,
    )
}

fn table(report: &BenchReport) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "drafts",
        "tokens/s",
        "against plain",
        "accepted",
        "tokens a round",
        "prompt tokens/s",
        "pass ms",
        "drafting ms",
        "host ms",
        "peak MB",
    ]);
    for run in &report.runs {
        table.add_row(row(run, plain(report)));
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn row(run: &BenchRun, plain: Option<&BenchRun>) -> [String; 10] {
    let milliseconds = |seconds: f64| format!("{:.1}", 1000.0 * seconds);
    let drafting = run.depth > 0;
    let only_drafting = |text: String| if drafting { text } else { "–".to_owned() };
    [
        run.depth.to_string(),
        format!("{:.1}", run.decode_tokens_per_s),
        gain(run, plain).map_or_else(|| "–".to_owned(), |gain| format!("{gain:.2} ×")),
        only_drafting(format!("{:.0} %", 100.0 * run.acceptance)),
        only_drafting(format!("{:.2}", run.tokens_per_round)),
        format!("{:.0}", run.prefill_tokens_per_s),
        run.rows_cost
            .last()
            .copied()
            .map_or_else(String::new, milliseconds),
        only_drafting(milliseconds(run.draft_s)),
        milliseconds(run.host_s),
        format!("{:.0}", run.peak_memory_bytes as f64 / 1e6),
    ]
}

/// What it comes to, in a sentence.
fn verdict(report: &BenchReport) -> String {
    let best = report
        .runs
        .iter()
        .find(|run| run.depth == report.best_depth);
    match (
        report.best_depth,
        best.and_then(|best| gain(best, plain(report))),
    ) {
        (0, _) => "Plain decoding is the fastest here.".to_owned(),
        (depth, Some(gain)) => {
            format!("Fastest here: {depth} drafted a round, {gain:.2} times plain decoding.")
        }
        (depth, None) => format!("Fastest of these: {depth} drafted a round."),
    }
}

fn plain(report: &BenchReport) -> Option<&BenchRun> {
    report.runs.iter().find(|run| run.depth == 0)
}

/// How many times as fast as plain decoding.
fn gain(run: &BenchRun, plain: Option<&BenchRun>) -> Option<f64> {
    let plain = plain?.decode_tokens_per_s;
    (plain > 0.0).then(|| run.decode_tokens_per_s / plain)
}
