# Shared by the scripts of this folder; sourced, never run.
# shellcheck shell=bash

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
architecture=aarch64-apple-darwin
target=${CARGO_TARGET_DIR:-target}
[[ $target == /* ]] || target=$checkout/$target
# shellcheck disable=SC2034 # for those who source this
products=$target/$architecture/release kernels=$target/$architecture/metal

# Cargo builds MLX anew when one of these changes, so all scripts share them. The first is the floor of Package.swift and
# Info.plist, for Rust, C, C++ and Metal alike. The second is a folder of this checkout, which the app is never left to
# find: it brings its own copy.
export MACOSX_DEPLOYMENT_TARGET=15.0
export MLX_RS_METAL_PATH=$kernels
