#!/usr/bin/env bash
# Installs the Debian packages that the set-up needs and that are missing.
# Without root or sudo it names them and stops.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

packages=(
    g++                  # compiles mlx-c; Rust links with it
    cmake                # builds mlx-c
    libclang-dev         # reads the headers of mlx-c for the bindings
    libfmt-dev           # std::format, which GCC 12 lacks
    libopenblas0-pthread # replaces the slow reference BLAS of the MLX wheel
    patchelf             # makes the copied libraries find each other
    shellcheck           # checks these scripts in `make test`
)

has apt-get || die "only Debian and Ubuntu are prepared on Linux;" \
    "install what these packages hold and see docs/adr/0001-mlx-on-linux.md: ${packages[*]}"

# The MLX wheel is fetched by pip, which a bare Debian Python lacks.
if ! python3 -m pip --version >/dev/null 2>&1 && ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    packages+=(python3-venv)
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
    # Ask for a password only where somebody can type it.
    if has sudo && { sudo -n true 2>/dev/null || [[ -t 0 && -z ${CI:-} ]]; }; then
        as_root=(sudo)
    else
        die "packages are missing, and neither root nor sudo is at hand; have somebody run:" \
            "apt-get install --no-install-recommends ${missing[*]}"
    fi
fi

say "Installing ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
