#!/usr/bin/env bash
# Prepares this machine to build Tandem. Does nothing when that was done before.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

need cargo "install Rust from https://rustup.rs, then open a new terminal"

case $(uname -s) in
Linux)
    need python3 "run: apt-get install python3"
    "$here/linux/install-packages.sh"
    "$here/linux/prepare-mlx.sh"
    ;;
Darwin)
    "$here/macos/check-tools.sh"
    ;;
*)
    die "Tandem builds on macOS and on Linux"
    ;;
esac
