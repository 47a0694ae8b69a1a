#!/usr/bin/env bash
# Names what a Mac misses to build MLX, with the command that brings it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

[[ $(uname -m) == arm64 ]] ||
    die "Tandem needs Apple Silicon; on such a Mac, open a terminal that does not run under Rosetta"

missing=0
lacks() {
    say "missing: $1"
    say "    run: $2"
    missing=1
}

# The command line tools alone have no Metal compiler.
if [[ $(xcode-select --print-path 2>/dev/null) != *.app/* ]]; then
    if [[ -d /Applications/Xcode.app ]]; then
        lacks "Xcode is installed but not selected" \
            "sudo xcode-select --switch /Applications/Xcode.app/Contents/Developer"
    else
        lacks "Xcode, the full app (App Store, or developer.apple.com/xcode)" \
            "open macappstore://apps.apple.com/app/xcode/id497799835"
    fi
elif ! xcodebuild -checkFirstLaunchStatus >/dev/null 2>&1; then
    lacks "Xcode's licence is not accepted or its parts are not installed" \
        "sudo xcodebuild -license accept && sudo xcodebuild -runFirstLaunch"
elif ! xcrun --sdk macosx metal --version >/dev/null 2>&1; then
    lacks "the Metal toolchain" "xcodebuild -downloadComponent MetalToolchain"
fi

if ! has cmake; then
    lacks "CMake (brew is Homebrew, from https://brew.sh)" "brew install cmake"
fi

((missing == 0)) || die "install what is missing, then try again"
