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
