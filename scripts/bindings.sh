#!/usr/bin/env bash
# bindings.sh [--check]: writes MacApp/Bindings anew, or tells whether it is what
# bridge/ makes it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."

cargo build --release --locked --quiet --workspace
target=${CARGO_TARGET_DIR:-target}
case $(uname -s) in
Darwin) library=$target/release/libtandem_bridge.dylib ;;
*) library=$target/release/libtandem_bridge.so ;;
esac
cargo run --release --locked --quiet --manifest-path bridge/bindings/Cargo.toml --target-dir "$target" -- \
    "$library" MacApp/Bindings "$@"
