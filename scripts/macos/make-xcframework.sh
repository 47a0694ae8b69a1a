#!/usr/bin/env bash
# Makes target/swift/TandemBridge.xcframework, which Package.swift expects on a
# Mac: the bridge as a static library for Apple Silicon, with its C headers and
# module map. The command line and MLX's kernels are built with it; lib.sh says
# where they are. It has not run on a Mac yet.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/macos/lib.sh
. "$here/lib.sh"

cd "$here/../.."

[[ $(uname -s) == Darwin ]] || die "an xcframework is made on a Mac"
# Names what is missing with the command that brings it: Xcode, Metal, CMake.
"$here/check-tools.sh"
need cargo "install Rust from https://rustup.rs, then open a new terminal"
[[ -d $(rustc --print sysroot)/lib/rustlib/$architecture ]] ||
    die "Rust lacks the target $architecture: run: rustup target add $architecture"

cargo build --release --locked --workspace --target "$architecture"
library=$products/libtandem_bridge.a
[[ -r $library ]] || die "the build left no $library"
[[ -r $kernels/mlx.metallib ]] || die "the build left no $kernels/mlx.metallib: run: make clean"

framework=target/swift/TandemBridge.xcframework
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Apple's tool takes every file of the folder for a header, and finds the module
# map only beside them.
mkdir "$work/headers"
cp MacApp/Bindings/C/*.h MacApp/Bindings/C/module.modulemap "$work/headers/"
xcodebuild -create-xcframework -library "$library" -headers "$work/headers" \
    -output "$work/TandemBridge.xcframework" >&2
mkdir -p target/swift
# It refuses to replace one that is there, and half a new one must not be left.
rm -rf "$framework"
mv "$work/TandemBridge.xcframework" "$framework"
printf '%s\n' "$framework"
