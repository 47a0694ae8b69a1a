#!/usr/bin/env bash
# pictures.sh [FILTER]: has the tests write what the app's screens hold as HTML
# into target/pictures, and makes a PNG of each where there is a browser for it.
# They show what is there, in which order and state, not how a Mac would draw it.
# pictures.sh --made: makes the PNGs alone, of the pages that are there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

cd "$here/../.."

folder=target/pictures
if [[ ${1:-} != --made ]]; then
    rm -rf "$folder"
    "$here/test-swift.sh" --filter "${1:-[Pp]icture}" >&2
fi
compgen -G "$folder/*.html" >/dev/null || die "no test wrote a page into $folder"

browser=
for name in chromium chromium-browser google-chrome; do
    if has "$name"; then
        browser=$name
        break
    fi
done
if [[ ! $browser ]]; then
    say "The pages are in $folder; for pictures of them: apt-get install chromium fonts-noto-cjk"
    exit 0
fi

profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
# Its own sandbox does not work for root.
options=(--headless --disable-gpu --hide-scrollbars '--window-size=1240,900' --user-data-dir="$profile")
if ((EUID == 0)); then options+=(--no-sandbox); fi
for page in "$folder"/*.html; do
    "$browser" "${options[@]}" --screenshot="$PWD/${page%.html}.png" "file://$PWD/$page" 2>/dev/null
    [[ -s ${page%.html}.png ]] || die "$browser made no picture of $page"
done
say "Pictures: $folder/*.png"
