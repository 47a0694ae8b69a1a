#!/usr/bin/env bash
# strings.sh [check | add | merge FILE | remove-unused | sort]: the words of the app and their
# catalogue (MacApp/Resources/Localizable.xcstrings).
#   check          what is missing, unused, untranslated or does not fit
#   add            adds missing keys, in English and with the state "new"
#   merge FILE     takes over from another catalogue what this one lacks
#   remove-unused  takes out what no source uses
#   sort           writes the catalogue as Xcode does, after changes by hand
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/lib.sh"

cd "$here/.."

swift=(swift)
[[ $(uname -s) == Linux ]] && swift=("$here/linux/swift.sh" swift)
exec "${swift[@]}" run --quiet --scratch-path target/swift/build strings "${@:-check}"
