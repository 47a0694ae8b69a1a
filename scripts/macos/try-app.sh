#!/usr/bin/env bash
# try-app.sh APP: has a copy of the app, and the command line in it, answer a
# question with the built-in model, in another folder and without the right to
# read anything of this checkout; so whatever they need must be in the app.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/macos/lib.sh
. "$here/lib.sh"

app=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ditto "$app" "$work/Tandem.app"

rules="(version 1) (allow default) (deny file-read* (subpath \"$checkout\") (subpath \"$target\"))"
# Nothing of the user's own is touched. macOS has no timeout; the alarm outlives exec.
elsewhere() {
    (cd / && TANDEM_HOME=$work/home exec perl -e 'alarm shift; exec @ARGV or die "cannot run $ARGV[0]\n"' 120 \
        sandbox-exec -p "$rules" "$@")
}

say "Trying the app"
elsewhere "$work/Tandem.app/Contents/MacOS/Tandem" --smoke-test >&2 ||
    die "the app does not answer in another folder (see above)"
elsewhere "$work/Tandem.app/Contents/Helpers/tandem" generate 'What is 2 + 2?' >&2 ||
    die "the command line in the app does not answer in another folder (see above)"
