#!/usr/bin/env bash
# bench-swift.sh: what the bridges and the transcript cost on this machine. Run
# make test-swift first, which builds the library.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

cd "$here/../.."

[[ -f target/swift/libtandem_bridge.a ]] || die "the bridge is not built: run make test-swift"
TANDEM_MLX=$(sed -n 's/.*-rpath,\([^"]*\)".*/\1/p' .cargo/config.toml)
export TANDEM_MLX
for program in bridge-overhead transcript-cost; do
    "$here/swift.sh" swift run -c release --quiet --scratch-path target/swift/build "$program"
done
