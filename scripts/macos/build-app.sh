#!/usr/bin/env bash
# build-app.sh: builds target/macos/Tandem.app and prints its path: engine and
# command line, app, icon, words, MLX's kernels; signed for this Mac alone, looked
# over, and tried in another place. It has not run on a Mac yet.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/macos/lib.sh
. "$here/lib.sh"

cd "$checkout"

[[ $(uname -s) == Darwin ]] || die "the app is built on a Mac; on Linux, make run opens a chat in the terminal"
need python3 "run: xcode-select --install"

resources=MacApp/Resources
out=target/macos
app=$out/Tandem.app
icon=$out/AppIcon.icns
# What is half done is elsewhere, so that nobody opens it.
work=$out/unfinished
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
contents=$work/Tandem.app/Contents

# The only version there is, as Apple wants it: three numbers.
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "Cargo.toml has the version '$version', an app needs three numbers"

build() {
    "$here/make-xcframework.sh" >/dev/null
    local swift=(swift build --configuration release --product Tandem --scratch-path target/swift/build)
    "${swift[@]}" >&2
    program=$("${swift[@]}" --show-bin-path)/Tandem
    [[ -x $program ]] || die "the build left no $program"
}

# Some seconds of drawing, so not done again for the same source.
draw_icon() {
    [[ $resources/Icon/draw.py -nt $icon ]] || return 0
    python3 $resources/Icon/draw.py "$work/AppIcon.iconset"
    iconutil --convert icns --output "$work/AppIcon.icns" "$work/AppIcon.iconset"
    mv "$work/AppIcon.icns" "$icon"
}

assemble() {
    mkdir -p "$contents"/{MacOS,Helpers,Resources}
    sed "s/@VERSION@/$version/" $resources/Info.plist >"$contents/Info.plist"
    printf 'APPL????' >"$contents/PkgInfo"
    cp "$program" "$contents/MacOS/Tandem"
    cp "$products/tandem" "$contents/Helpers/tandem"
    cp "$icon" "$contents/Resources/"
    cp LICENSE "$contents/Resources/"
    # MLX looks beside the program. A file there that is not code would need a signature of its own, a link does not.
    cp "$kernels/mlx.metallib" "$contents/Resources/"
    ln -s ../Resources/mlx.metallib "$contents/MacOS/mlx.metallib"
    ln -s ../Resources/mlx.metallib "$contents/Helpers/mlx.metallib"
    add_words
}

# A folder for each language that Info.plist names; without words it would be a language that the app does not speak.
add_words() {
    xcrun xcstringstool compile $resources/Localizable.xcstrings --output-directory "$contents/Resources" >&2
    local language
    for language in $(plutil -extract CFBundleLocalizations json -o - "$contents/Info.plist" | sed 's|[][",]| |g'); do
        # The language that the words are written in may have none of its own.
        if [[ $language == en ]]; then
            mkdir -p "$contents/Resources/en.lproj"
        fi
        [[ -d $contents/Resources/$language.lproj ]] || die "Localizable.xcstrings has no words for $language"
    done
}

build
draw_icon
assemble
"$here/sign-app.sh" "$work/Tandem.app"
"$here/check-app.sh" "$work/Tandem.app"
"$here/try-app.sh" "$work/Tandem.app"
rm -rf "$app"
mv "$work/Tandem.app" "$app"
printf '%s\n' "$checkout/$app"
