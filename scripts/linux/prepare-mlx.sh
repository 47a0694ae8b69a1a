#!/usr/bin/env bash
# Prepares real MLX for mlx-rs on Linux and points Cargo at it.
#
# The build script of mlx-sys knows Apple's frameworks only. Here its three
# products (libraries to link, bindings, a search path) are made from the same
# sources and given to Cargo in .cargo/config.toml, so that it need not run.
# Why, and what was weighed: docs/adr/0001-mlx-on-linux.md.
#
# The result lives in the user's cache, keyed by all that goes into it: a
# second checkout, or `cargo clean`, costs nothing.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

[[ $(uname -m) == x86_64 ]] ||
    die "MLX is prepared on x86_64 Linux only; on $(uname -m) nobody has tried it yet"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/tandem
# The path ends up in linker arguments and in TOML.
[[ $cache =~ ^/[A-Za-z0-9/._@+-]+$ ]] ||
    die "the cache folder '$cache' has unusual characters in its path; set XDG_CACHE_HOME to a plainer one"

# Everything the result is made of: these files, the pinned mlx-sys, and the
# distribution, whose OpenBLAS and C library it is bound to.
key() {
    local locked
    locked=$(grep -A 3 -x 'name = "mlx-sys"' "$root/Cargo.lock") ||
        die "Cargo.lock does not pin mlx-sys"
    {
        printf '%s\n' "$locked"
        grep -E '^(ID|VERSION_ID)=' /etc/os-release
        cat "$here"/{prepare-mlx.sh,compat.h,mach_time.c,requirements.txt} \
            "$here"/bindings/{Cargo.toml,Cargo.lock,src/main.rs}
    } | sha256sum | cut -c 1-12
}

# Prints the folder of the downloaded mlx-sys crate.
mlx_sys_folder() {
    cargo metadata --locked --format-version 1 --filter-platform x86_64-unknown-linux-gnu \
        --manifest-path "$root/Cargo.toml" |
        python3 -c '
import json, os, sys
for package in json.load(sys.stdin)["packages"]:
    if package["name"] == "mlx-sys":
        print(os.path.dirname(package["manifest_path"]))
'
}

# Downloads and unpacks the wheel into $build/wheel; pip checks its hash.
fetch_wheel() {
    local python=python3
    if ! python3 -m pip --version >/dev/null 2>&1; then
        python3 -m venv "$build/venv"
        python=$build/venv/bin/python
    fi
    "$python" -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps \
        --only-binary :all: --dest "$build/download" --requirement "$here/requirements.txt"
    python3 -m zipfile -e "$build"/download/mlx_cpu-*.whl "$build/wheel"
}

# The wheel brings the reference BLAS, too slow to use. OpenBLAS takes its name;
# its Fortran runtime comes along, so that the folder is complete wherever it
# is mounted.
use_openblas() {
    local libraries=$build/wheel/mlx_cpu.libs blas
    blas=$(echo "$libraries"/libblas-*.so.*)
    [[ -f $blas ]] || die "the MLX wheel has no single libblas to replace"
    cp -L "$(installed_library libopenblas0-pthread libopenblas.so.0)" "$blas"
    cp -L "$(installed_library libgfortran5 libgfortran.so.5)" "$libraries/libgfortran.so.5"
    cp -L "$(installed_library libquadmath0 libquadmath.so.0)" "$libraries/libquadmath.so.0"
    chmod u+w "$libraries"/*
    patchelf --set-rpath "\$ORIGIN" "$blas" "$libraries/libgfortran.so.5"
}

# installed_library PACKAGE NAME: the path of a shared library that a package installed.
installed_library() {
    dpkg-query --listfiles "$1" | grep -m 1 "/$2\$" || die "package $1 holds no $2"
}

build_mlx_c() {
    cmake -S "$mlx_sys/src/mlx-c" -B "$build/mlx-c" \
        -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_UNITY_BUILD=ON \
        -DMLX_C_USE_SYSTEM_MLX=ON \
        -DMLX_C_BUILD_EXAMPLES=OFF \
        -DMLX_DIR="$build/wheel/mlx/share/cmake/MLX" \
        -DCMAKE_CXX_FLAGS="-include $here/compat.h -I$build/wheel/mlx/include"
    cmake --build "$build/mlx-c" --parallel "$(nproc)"
    cp "$build/mlx-c/libmlxc.a" "$build/lib/"
    cc -O2 -fPIC -Wall -Werror -c "$here/mach_time.c" -o "$build/mach_time.o"
    ar rcs "$build/lib/libtandem_mach_time.a" "$build/mach_time.o"
}

write_bindings() {
    MLX_SYS_DIR=$mlx_sys cargo run --quiet --locked \
        --manifest-path "$here/bindings/Cargo.toml" --target-dir "$build/bindings-target" -- \
        "$mlx_sys/src/mlx-c" "$here/compat.h" "$build/gen/bindings.rs"
}

# Fills $build with wheel/, lib/ and gen/.
prepare() {
    local mlx_sys expected
    mlx_sys=$(mlx_sys_folder)
    expected=$(sed -n 's/^ *GIT_TAG v\([0-9.]*\)).*/\1/p' "$mlx_sys/src/mlx-c/CMakeLists.txt")
    grep -q "^mlx-cpu==$expected " "$here/requirements.txt" ||
        die "mlx-sys is made for MLX $expected, scripts/linux/requirements.txt pins another"

    mkdir "$build/lib" "$build/gen"
    say "  fetching MLX $expected"
    fetch_wheel
    say "  building mlx-c"
    build_mlx_c >"$build/mlx-c.log" 2>&1 || {
        tail -n 40 "$build/mlx-c.log" >&2
        die "mlx-c did not build"
    }
    say "  generating its bindings"
    write_bindings
    use_openblas
    rm -rf "$build"/{download,venv,mlx-c,mlx-c.log,mach_time.o,bindings-target}
}

write_cargo_config() {
    local config=$root/.cargo/config.toml
    local mark='# Written by scripts/linux/prepare-mlx.sh; changes here are lost.'
    if [[ -e $config ]] && ! grep -qxF "$mark" "$config"; then
        die "$config is not from this set-up; move it away, for example into your own Cargo home"
    fi
    mkdir -p "$root/.cargo"
    # RUNPATH, not RPATH: a CUDA build of libmlx.so put on LD_LIBRARY_PATH must win.
    cat >"$config.partial" <<END
$mark

[target.x86_64-unknown-linux-gnu.mlx]
rustc-link-search = ["native=$prefix/lib", "native=$prefix/wheel/mlx/lib"]
rustc-link-lib = ["static=mlxc", "static=tandem_mach_time", "dylib=mlx", "dylib=stdc++"]
rustc-env = { OUT_DIR = "$prefix/gen" }

[target.x86_64-unknown-linux-gnu]
rustflags = ["-C", "link-arg=-Wl,--enable-new-dtags,-rpath,$prefix/wheel/mlx/lib"]
END
    # Cargo need not see a new file where nothing changed.
    if cmp -s "$config.partial" "$config"; then
        rm "$config.partial"
    else
        mv "$config.partial" "$config"
    fi
}

prefix=$cache/mlx-$(key)
if [[ ! -d $prefix ]]; then
    mkdir -p "$cache"
    # One set-up at a time; the lock goes with the process, however it ends.
    exec 9>"$cache/mlx.lock"
    flock 9
    if [[ ! -d $prefix ]]; then
        rm -rf "$cache"/mlx-*.partial
        build=$prefix.partial
        mkdir "$build"
        say "Preparing MLX (once, about a minute)"
        prepare
        mv "$build" "$prefix"
    fi
    exec 9>&-
fi
write_cargo_config
