#!/usr/bin/env bash
# coverage-swift.sh: runs the tests of the app's decisions, prints the share of
# the lines of MacApp/Core that they reach, file by file where it is low, and
# fails if it is below what the project asks for.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

cd "$here/../.."

least=85
# Built apart, so that everyday builds are not made anew.
build=target/swift/coverage

[[ -f target/swift/libtandem_bridge.a ]] || die "the bridge is not built: run make test-swift"
TANDEM_MLX=$(sed -n 's/.*-rpath,\([^"]*\)".*/\1/p' .cargo/config.toml)
export TANDEM_MLX
export OPENBLAS_NUM_THREADS=1

# Profiles of an earlier run would be counted too.
rm -rf "$build"/debug/codecov
"$here/swift.sh" swift test --disable-xctest --scratch-path "$build" --enable-code-coverage --filter '^CoreTests\.' >&2

report=$("$here/swift.sh" llvm-cov export -summary-only \
    -instr-profile "$build/debug/codecov/default.profdata" "$build/debug/TandemPackageTests.xctest")

python3 - "$least" <<'PYTHON' 3<<<"$report"
import json
import os
import sys

least = float(sys.argv[1])
report = json.load(os.fdopen(3))
files = [
    (entry["filename"].split("/MacApp/Core/", 1)[1], entry["summary"]["lines"])
    for entry in report["data"][0]["files"]
    if "/MacApp/Core/" in entry["filename"]
]
if not files:
    sys.exit("no file of MacApp/Core is in the report")
for name, lines in sorted(files):
    if lines["percent"] < least:
        print(f"  {lines['percent']:5.1f} %  {name} ({lines['count'] - lines['covered']} lines not reached)")
count = sum(lines["count"] for _, lines in files)
covered = sum(lines["covered"] for _, lines in files)
share = 100 * covered / count
print(f"MacApp/Core: {share:.1f} % of {count} lines in {len(files)} files (at least {least:.0f} %)")
sys.exit(share < least)
PYTHON
