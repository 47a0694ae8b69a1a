#!/usr/bin/env bash
# test-swift.sh [ARGUMENT...]: builds the bridge and runs the Swift tests against
# it, with the arguments given to `swift test`. It has not run on a Mac yet.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/macos/lib.sh
. "$here/lib.sh"

cd "$checkout"

"$here/make-xcframework.sh" >/dev/null
# The hub that misbehaves is a program of its own to the Swift tests.
cargo build --release --locked --quiet --workspace --target "$architecture" --example test_hub
install -m 755 "$products/examples/test_hub" target/swift/

swift_test=(swift test --disable-xctest --scratch-path target/swift/build)
if (($#)); then
    "${swift_test[@]}" "$@"
else
    all_swift_tests "${swift_test[@]}"
fi
