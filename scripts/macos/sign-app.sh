#!/usr/bin/env bash
# sign-app.sh APP: signs the app for this Mac alone (ad hoc), from the inside out,
# with the hardened runtime. For other Macs it would take a Developer ID and
# Apple's notarization.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/macos/lib.sh
. "$here/lib.sh"

app=$1
identifier=$(plutil -extract CFBundleIdentifier raw -o - "$app/Contents/Info.plist")

sign() { codesign --force --sign - --options runtime --timestamp=none "$@" >&2; }

# What Finder has noted on the files would be refused.
xattr -cr "$app"
# Never --deep: it would give what is inside the entitlements of the app.
sign --identifier "$identifier.cli" "$app/Contents/Helpers/tandem"
sign --entitlements "$checkout/MacApp/Resources/Tandem.entitlements" "$app"
