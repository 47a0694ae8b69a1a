//! Tandem in the terminal.

fn main() {}
