#!/usr/bin/env bash
# test-swift.sh [ARGUMENT...]: runs the Swift tests against the real engine, with
# the arguments given to `swift test`. Where Swift cannot be had, that is said
# and is no failure.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

cd "$here/.."

case $(uname -s) in
Linux)
    status=0
    scripts/linux/test-swift.sh "$@" || status=$?
    # It has said what is missing.
    ((status == 3)) || exit "$status"
    ;;
Darwin)
    scripts/macos/test-swift.sh "$@"
    ;;
*) say "warning: THE SWIFT PART WAS NOT TESTED: this is neither Linux nor macOS" ;;
esac
