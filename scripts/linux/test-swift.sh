#!/usr/bin/env bash
# test-swift.sh [ARGUMENT...]: builds the bridge and runs the Swift tests against
# it, with the arguments given to `swift test`. Where Swift cannot be set up
# (no root, no right to mount, no Debian, no network) it says so and stops with
# exit code 3; a build or a test that fails gives another one.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

cd "$here/../.."

left_out() {
    say ""
    say "warning: THE SWIFT PART WAS NOT TESTED: $1"
    say ""
    exit 3
}

"$here/prepare-swift.sh" >/dev/null || left_out "there is no Swift here (see above)"
# Containers often refuse mounts, also to root.
"$here/swift.sh" true || left_out "Swift's root folder cannot be entered (see above)"

# Everything that is written here; what is generated is as it comes.
"$here/swift.sh" swift format lint --strict --recursive --configuration .swift-format \
    Package.swift MacApp/App MacApp/Core MacApp/EngineKit MacApp/LinuxStubs tests/swift

"$here/../bindings.sh" --check

# The hub that misbehaves is a program of its own to the Swift tests.
cargo build --release --locked --quiet --workspace --example test_hub

# The library alone in a folder, or the linker would take the dynamic one beside it.
target=${CARGO_TARGET_DIR:-target}
mkdir -p target/swift
install -m 644 "$target/release/libtandem_bridge.a" target/swift/
install -m 755 "$target/release/examples/test_hub" target/swift/

# The linker has to be told where MLX is, as Cargo is.
TANDEM_MLX=$(sed -n 's/.*-rpath,\([^"]*\)".*/\1/p' .cargo/config.toml)
export TANDEM_MLX
[[ -d $TANDEM_MLX ]] || die "MLX is not prepared: run make setup"
# Swift does not link anew when only the library has changed.
rm -rf target/swift/build/debug/*.xctest
# A test that waits for ever must not hold up everything after it. Nothing less ends a namespace for certain.
limit=20m
if [[ ${TANDEM_SOAK:-} == 1 ]]; then limit=90m; fi
swift_test=(timeout --signal=KILL "$limit" "$here/swift.sh"
    swift test --disable-xctest --scratch-path target/swift/build)
if (($#)); then
    "${swift_test[@]}" "$@"
else
    all_swift_tests "${swift_test[@]}"
fi
