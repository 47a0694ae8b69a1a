#!/usr/bin/env bash
# test-packaging.sh [ARGUMENT...]: tests the scripts that build the app, with
# stand-ins for Apple's tools, and what goes into it. Arguments go to unittest.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 -B -m unittest discover --start-directory tests/packaging --top-level-directory tests "$@"
