#!/usr/bin/env bash
# Unpacks Debian's Swift compiler into a root folder of its own in the user's
# cache and prints that folder. The host's own packages are left alone; what is
# prepared once is not prepared again. Why so: docs/adr/0008-swift-on-linux.md.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

# The compiler, what it links with, and what a shell script inside needs.
packages=(swiftlang libc6-dev binutils gcc base-files bash dash coreutils diffutils findutils grep sed libc-bin git
    ca-certificates)

# Left out of the root, half of its size: debuggers, other languages, documentation.
unwanted=(./usr/share/doc ./usr/share/man ./usr/share/locale)
swift=./usr/libexec/swift
unwanted+=("$swift"/bin/{'lldb*',clangd,docc,repl_swift,wasmkit})
unwanted+=("$swift"/lib/{'liblldb*','libLTO*','libclang.so*',swift_static,swift/embedded,swift/migrator})

# Fetches the packages into $work/archives with lists of their own. apt checks
# the signature of the suite, and with it the hash of every package.
fetch_packages() {
    local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    [[ -r $keyring ]] || die "Debian's keys are missing: run apt-get install debian-archive-keyring"
    # The mirror that this machine uses for everything else; of what apt would fetch, since it may have fetched nothing.
    mirror=$(apt-get update --print-uris | sed -n "s|^'\(.*/debian/\)dists/.*|\1|p" | sed -n 1p)
    [[ $mirror ]] || die "apt knows no mirror of Debian"
    mkdir -p "$work"/{lists,archives}/partial "$work"/{parts,cache}
    : >"$work/status"
    echo "deb [signed-by=$keyring] $mirror $suite main" >"$work/sources.list"
    local options=(
        -o "Dir::Etc::SourceList=$work/sources.list" -o "Dir::Etc::SourceParts=$work/parts"
        -o "Dir::Etc::Preferences=/dev/null" -o "Dir::Etc::PreferencesParts=$work/parts"
        -o "Dir::State::Lists=$work/lists" -o "Dir::State::status=$work/status"
        -o "Dir::Cache=$work/cache" -o "Dir::Cache::archives=$work/archives"
        -o APT::Install-Recommends=false -o APT::Sandbox::User=root
        -o Debug::NoLocking=true -o Acquire::Retries=3 -o Acquire::http::Timeout=30
    )
    # Without a network it warns and succeeds.
    apt-get "${options[@]}" -qq update >&2 || true
    compgen -G "$work/lists/*_Packages*" >/dev/null || die "the list of Debian $suite cannot be fetched from $mirror"
    apt-get "${options[@]}" -qq --yes --download-only install "${packages[@]/#swiftlang/swiftlang=$version}" >&2 ||
        die "Debian $suite no longer offers Swift $version; name the new one in scripts/linux/swift.txt"
    local compilers=("$work"/archives/swiftlang_*.deb)
    echo "$sha256  ${compilers[0]}" | sha256sum --check --quiet >&2 ||
        die "Swift $version is not what scripts/linux/swift.txt says"
}

unpack() {
    local folder package
    mkdir -p "$build"/usr/{bin,sbin,lib,lib64} "$build"/{proc,dev,sys,tmp,root,etc}
    chmod 1777 "$build/tmp"
    for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$build/$folder"; done
    for package in "$work"/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" |
            tar --extract --directory "$build" --keep-directory-symlink "${unwanted[@]/#/--exclude=}"
    done
    # No package's own set-up was run; this is what is missed of it.
    ln -sf /usr/libexec/swift/bin/swift "$build/usr/bin/swift"
    ln -sf ../libexec/swift/bin/swift-test "$build/usr/bin/swift-test"
    [[ -e $build/usr/bin/sh ]] || ln -s dash "$build/usr/bin/sh"
    echo 'root:x:0:0:root:/root:/bin/sh' >"$build/etc/passwd"
    echo 'root:x:0:' >"$build/etc/group"
    chroot "$build" /sbin/ldconfig
    # Debian's package declares an overlay of Testing whose library it leaves out.
    local modules=$build/usr/libexec/swift/lib/swift/linux
    if [[ ! -e $modules/lib_Testing_Foundation.so ]]; then
        rm -rf "$modules/Testing.swiftcrossimport"
    fi
}

[[ $(uname -sm) == 'Linux x86_64' ]] || die "Swift is prepared on x86_64 Linux only"
((EUID == 0)) || die "Swift is unpacked into a root folder of its own, which takes root"
need apt-get "the Swift compiler is Debian's"
need dpkg-deb "the Swift compiler is Debian's"

read -r suite version sha256 < <(grep -v '^#' "$here/swift.txt")
cache=$(cache_folder)
root=$cache/swift-$(cat "$here"/{prepare-swift.sh,swift.txt} | sha256sum | cut -c 1-12)
if [[ ! -d $root ]]; then
    mkdir -p "$cache"
    # One set-up at a time; the lock goes with the process, however that ends.
    exec 9>"$cache/swift.lock"
    flock 9
    if [[ ! -d $root ]]; then
        rm -rf "$cache"/swift-*.partial
        build=$root.partial
        work=$cache/swift-packages.partial
        mkdir "$build" "$work"
        say "Preparing Swift $version (once: 680 MB to fetch, 1.8 GB on the disk)"
        fetch_packages
        unpack
        rm -rf "$work"
        mv "$build" "$root"
    fi
    exec 9>&-
fi
printf '%s\n' "$root"
