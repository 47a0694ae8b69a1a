#!/usr/bin/env bash
# Names what a Mac misses to build MLX and the app, with the command that brings it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/macos/lib.sh
. "$here/lib.sh"

[[ $(uname -m) == arm64 ]] ||
    die "Tandem needs Apple Silicon; on such a Mac, open a terminal that does not run under Rosetta"

missing=0
app_store="open macappstore://apps.apple.com/app/xcode/id497799835"
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
            "$app_store"
    fi
elif ! xcodebuild -checkFirstLaunchStatus >/dev/null 2>&1; then
    lacks "Xcode's licence is not accepted or its parts are not installed" \
        "sudo xcodebuild -license accept && sudo xcodebuild -runFirstLaunch"
elif ! xcrun --sdk macosx metal --version >/dev/null 2>&1; then
    lacks "the Metal toolchain" "xcodebuild -downloadComponent MetalToolchain"
else
    wanted=$(sed -n 's|^// swift-tools-version: *||p' "$checkout/Package.swift")
    found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' || true)
    at_least "$wanted" "$found" ||
        lacks "Swift $wanted, which Xcode 26 brings (here is ${found:-none})" "$app_store"
fi

if ! has cmake; then
    lacks "CMake (brew is Homebrew, from https://brew.sh)" "brew install cmake"
fi

((missing == 0)) || die "install what is missing, then try again"
