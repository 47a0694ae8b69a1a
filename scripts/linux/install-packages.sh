#!/usr/bin/env bash
# install-packages.sh PACKAGE...: installs the Debian packages among these that
# are missing. Without root or sudo it names them and stops.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

has apt-get || die "on Linux the set-up knows Debian and Ubuntu only; here, see to it that" \
    "what these packages hold is installed, and see docs/adr/0001-mlx-on-linux.md: $*"

missing=()
for package in "$@"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

install=(apt-get install --yes --no-install-recommends "${missing[@]}")
as_root=()
if ((EUID != 0)); then
    # Ask for a password only where somebody can type it.
    if has sudo && { sudo -n true 2>/dev/null || [[ -t 0 && -z ${CI:-} ]]; }; then
        as_root=(sudo)
    else
        die "packages are missing, and neither root nor sudo is at hand; have somebody run:" \
            "${install[*]}"
    fi
fi

say "Installing ${missing[*]}"
as_root+=(env DEBIAN_FRONTEND=noninteractive)
# One unreachable source among several need not matter.
"${as_root[@]}" apt-get update -qq || say "warning: not every package list could be read"
"${as_root[@]}" "${install[@]}" -qq -o Dpkg::Use-Pty=0 >/dev/null
