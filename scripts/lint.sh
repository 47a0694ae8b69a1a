#!/usr/bin/env bash
# Formatting and lints of all that is written here: Rust and shell.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

cd "$here/.."

cargo fmt --all --check
cargo fmt --check --manifest-path scripts/linux/bindings/Cargo.toml
cargo fmt --check --manifest-path bridge/bindings/Cargo.toml
cargo clippy --release --workspace --all-targets --quiet

if [[ $(uname -s) == Linux ]]; then
    scripts/linux/install-packages.sh shellcheck
fi
need shellcheck "run: brew install shellcheck"
git ls-files -z --cached --others --exclude-standard -- '*.sh' .ci/run |
    xargs -0 shellcheck --external-sources
