//! The meter as swift-bridge hands it to Swift. Its Swift side is generated from this file.

use super::{METER, POSITIONS, word};

#[swift_bridge::bridge]
#[allow(missing_docs, clippy::unnecessary_cast, reason = "generated")]
mod ffi {
    // Arrays cannot cross, so the positions have a field each.
    #[swift_bridge(swift_repr = "struct")]
    struct MeterReading {
        answering: bool,
        tokens_per_second: f64,
        tokens: u64,
        rounds: u64,
        drafted: u64,
        accepted: u64,
        positions: u64,
        accepted_1: u64,
        accepted_2: u64,
        accepted_3: u64,
        accepted_4: u64,
        accepted_5: u64,
        accepted_6: u64,
        accepted_7: u64,
        accepted_8: u64,
        prompt_read: u64,
        prompt: u64,
        context: u64,
        memory: u64,
        peak_memory: u64,
        downloads: u64,
        downloaded: u64,
        to_download: u64,
    }

    extern "Rust" {
        #[swift_bridge(swift_name = "readMeter")]
        fn read_meter() -> MeterReading;
    }
}

/// What the meter shows now.
fn read_meter() -> ffi::MeterReading {
    let words = METER.read();
    let position = |nth: usize| words[word::POSITION + nth];
    const _: () = assert!(POSITIONS == 8);
    ffi::MeterReading {
        answering: words[word::ANSWERING] != 0,
        tokens_per_second: f64::from_bits(words[word::TOKENS_PER_SECOND]),
        tokens: words[word::TOKENS],
        rounds: words[word::ROUNDS],
        drafted: words[word::DRAFTED],
        accepted: words[word::ACCEPTED],
        positions: words[word::POSITIONS_USED],
        accepted_1: position(0),
        accepted_2: position(1),
        accepted_3: position(2),
        accepted_4: position(3),
        accepted_5: position(4),
        accepted_6: position(5),
        accepted_7: position(6),
        accepted_8: position(7),
        prompt_read: words[word::PROMPT_READ],
        prompt: words[word::PROMPT],
        context: words[word::CONTEXT],
        memory: words[word::MEMORY],
        peak_memory: words[word::PEAK_MEMORY],
        downloads: words[word::DOWNLOADS],
        downloaded: words[word::DOWNLOADED],
        to_download: words[word::TO_DOWNLOAD],
    }
}
