#!/usr/bin/env bash
# test-swift.sh [ARGUMENT...]: builds the bridge and runs the Swift tests against
# it, with the arguments given to `swift test`. Where Swift cannot be set up it
# says so and stops with exit code 3.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

cd "$here/../.."

if ! "$here/prepare-swift.sh" >/dev/null; then
    say "warning: THE SWIFT PART WAS NOT TESTED: there is no Swift here (see above)"
    exit 3
fi

# Everything that is written here; what is generated is as it comes.
"$here/swift.sh" swift format lint --strict --recursive --configuration .swift-format \
    Package.swift MacApp/EngineKit MacApp/LinuxStubs tests/swift

"$here/../bindings.sh" --check

# Alone in a folder, or the linker would take the dynamic library beside it.
mkdir -p target/swift
ln -f "${CARGO_TARGET_DIR:-target}/release/libtandem_bridge.a" target/swift/

# The linker has to be told where MLX is, as Cargo is.
TANDEM_MLX=$(sed -n 's/.*-rpath,\([^"]*\)".*/\1/p' .cargo/config.toml)
export TANDEM_MLX
[[ -d $TANDEM_MLX ]] || die "MLX is not prepared: run make setup"
"$here/swift.sh" swift test --disable-xctest --scratch-path target/swift/build "$@"
