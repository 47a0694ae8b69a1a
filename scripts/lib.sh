# Shared by the scripts of this folder; sourced, never run.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

die() {
    say "error: $*"
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# need COMMAND ADVICE: stops with the advice when the command is missing.
need() { has "$1" || die "$1 was not found: $2"; }

# at_least WANTED FOUND: whether a version is that or a newer one.
at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }

# all_swift_tests COMMAND...: runs all Swift tests by this form of `swift test`, some apart: a process has one meter and
# one heap, which tests look at while nothing else may answer or load.
all_swift_tests() {
    "$@" --skip '^(App|CoreLive|EngineKit)Tests\.'
    # Screens share one actor: side by side they would wait for one another for longer than a person would.
    "$@" --no-parallel --filter '^AppTests\.'
    "$@" --filter '^EngineKitTests\.' --skip 'LeakTests'
    "$@" --filter 'LeakTests'
    "$@" --filter '^CoreLiveTests\.'
}

# Prints the folder for what is prepared once per user, outside any checkout.
cache_folder() {
    local folder=${XDG_CACHE_HOME:-$HOME/.cache}/tandem
    # Its path ends up in linker arguments and in TOML.
    [[ $folder =~ ^/[A-Za-z0-9/._@+-]+$ ]] ||
        die "the cache folder '$folder' has unusual characters in its path; set XDG_CACHE_HOME to a plainer one"
    printf '%s\n' "$folder"
}
