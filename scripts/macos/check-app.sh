#!/usr/bin/env bash
# check-app.sh APP: looks a signed app over for what would only fail on another
# Mac than the one that built it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/macos/lib.sh
. "$here/lib.sh"

app=$1
contents=$app/Contents

plutil -lint "$contents/Info.plist" >&2
if grep -q '@[A-Z]*@' "$contents/Info.plist"; then die "Info.plist has a place that was not filled in"; fi
[[ $(ls -A "$app") == Contents ]] || die "only Contents may be in the app's folder, or the signature does not hold"

for program in MacOS/Tandem Helpers/tandem; do
    [[ -x $contents/$program ]] || die "the app lacks $program"
    [[ $(lipo -archs "$contents/$program") == arm64 ]] || die "$program is not for Apple Silicon alone"
    # The first line names the program itself.
    foreign=$(otool -L "$contents/$program" | sed -n '2,$p' | awk '{ print $1 }' |
        grep -vE '^(/System/Library/|/usr/lib/)' || true)
    [[ -z $foreign ]] || die "$program needs a library that other Macs do not have:" "$foreign"
    kernels=$contents/${program%/*}/mlx.metallib
    [[ -L $kernels && -s $kernels ]] || die "MLX's kernels are not beside $program"
done

codesign --verify --strict --verbose=2 "$contents/Helpers/tandem" >&2
codesign --verify --strict --verbose=2 "$app" >&2
