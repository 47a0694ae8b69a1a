#!/usr/bin/env bash
# Prepares this machine to build Tandem. Does nothing when that was done before.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

cd "$here/.."

need cargo "install Rust from https://rustup.rs, then open a new terminal"
wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
found=$(cargo --version | cut -d ' ' -f 2)
at_least "$wanted" "$found" ||
    die "Rust $found is too old, $wanted is needed: install it from https://rustup.rs"

case $(uname -s) in
Linux)
    need python3 "run: apt-get install python3"
    # Rust needs a linker, some crates a C compiler, MLX the C++ library.
    scripts/linux/install-packages.sh g++
    scripts/linux/prepare-mlx.sh
    ;;
Darwin)
    scripts/macos/check-tools.sh
    ;;
*)
    die "Tandem builds on macOS and on Linux"
    ;;
esac
