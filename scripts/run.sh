#!/usr/bin/env bash
# Opens what there is of Tandem here: the app on a Mac, elsewhere a chat in the
# terminal.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

cd "$here/.."

if [[ $(uname -s) != Darwin ]]; then
    cargo build --release --locked
    exec cargo run --release --locked --quiet --bin tandem
fi
# Opening it would only bring forward what runs, which is the old one.
if pgrep -f '/Tandem\.app/Contents/MacOS/Tandem$' >/dev/null; then
    die "Tandem is running: quit it (Command-Q), then try again"
fi
app=$(scripts/macos/build-app.sh)
open "$app"
