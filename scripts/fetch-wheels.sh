#!/usr/bin/env bash
# fetch-wheels.sh REQUIREMENTS FOLDER: unpacks the wheels that a requirements
# file pins into a folder. pip compares each with the hash given there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

requirements=$1
folder=$2

need python3 "install Python 3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python=python3
if ! python3 -m pip --version >/dev/null 2>&1; then
    # Debian's own Python has no pip; a virtual environment brings one.
    if [[ $(uname -s) == Linux ]] && ! python3 -c 'import ensurepip' 2>/dev/null; then
        "$here/linux/install-packages.sh" python3-venv
    fi
    python3 -m venv "$work/venv"
    python=$work/venv/bin/python
fi

"$python" -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps \
    --only-binary :all: --dest "$work/wheels" --requirement "$requirements"
mkdir -p "$folder"
for wheel in "$work"/wheels/*.whl; do
    "$python" -m zipfile -e "$wheel" "$folder"
done
