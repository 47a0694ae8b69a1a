#!/usr/bin/env bash
# Prepares real MLX for mlx-rs on Linux and points Cargo at it.
#
# The build script of mlx-sys knows Apple's frameworks only. Here its products
# (libraries to link and bindings) are made from the same sources and named to
# Cargo in .cargo/config.toml, so that it need not run. Why, and what was
# weighed: docs/adr/0001-mlx-on-linux.md.
#
# The result lives in the user's cache, keyed by all that goes into it: a
# second checkout, or `cargo clean`, costs nothing.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

packages=(
    cmake        # builds mlx-c
    libclang-dev # reads its headers for the bindings
    libfmt-dev   # std::format, which GCC 12 lacks
    patchelf     # renames the reference BLAS
)

# Prints the key: a hash over these files, the pinned mlx-sys and the
# distribution, to whose C++ library mlx-c is bound.
key() {
    local locked
    locked=$(grep -A 3 -x 'name = "mlx-sys"' "$root/Cargo.lock") ||
        die "Cargo.lock does not pin mlx-sys"
    {
        printf '%s\n' "$locked"
        grep -E '^(ID|VERSION_ID)=' /etc/os-release
        cat "$here"/{prepare-mlx.sh,compat.h,mach_time.c,openblas.c,wheels.txt} \
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
    cc -O2 -fPIC -Wall -Wextra -Werror -c "$here/mach_time.c" -o "$build/mach_time.o"
    ar rcs "$build/lib/libtandem_mach_time.a" "$build/mach_time.o"
}

write_bindings() {
    MLX_SYS_DIR=$mlx_sys cargo run --locked \
        --manifest-path "$here/bindings/Cargo.toml" --target-dir "$build/bindings-target" -- \
        "$mlx_sys/src/mlx-c" "$here/compat.h" "$build/gen/bindings.rs"
}

# The wheel brings the reference BLAS, too slow to use. Its matrix products are
# handed to OpenBLAS; all stays in one folder, found by relative paths, so that
# it works wherever it is mounted.
use_openblas() {
    local libraries=$build/wheel/mlx_cpu.libs blas
    cp "$build/wheel/scipy_openblas32/lib/libscipy_openblas.so" "$libraries/"
    cd "$libraries"
    blas=$(echo libblas-*.so.*)
    [[ -f $blas ]] || die "the MLX wheel has no single libblas to replace"
    mv "$blas" libreference_blas.so
    patchelf --set-soname libreference_blas.so libreference_blas.so
    cc -O2 -fPIC -Wall -Wextra -Werror -shared "$here/openblas.c" -o "$blas" \
        -Wl,-soname,"$blas" -Wl,--enable-new-dtags,-rpath,"\$ORIGIN" \
        -Wl,--no-as-needed -L. -l:libscipy_openblas.so -l:libreference_blas.so
    cd - >/dev/null
}

# Fills $build with wheel/, lib/ and gen/. The long output goes to a log, shown
# only when something fails.
prepare() {
    local mlx_sys expected
    mlx_sys=$(mlx_sys_folder)
    expected=$(sed -n 's/^ *GIT_TAG v\([0-9.]*\)).*/\1/p' "$mlx_sys/src/mlx-c/CMakeLists.txt")
    grep -q "^mlx-cpu==$expected " "$here/wheels.txt" ||
        die "mlx-sys is made for MLX $expected, scripts/linux/wheels.txt pins another"

    mkdir "$build/lib" "$build/gen"
    say "  fetching MLX $expected"
    "$here/../fetch-wheels.sh" "$here/wheels.txt" "$build/wheel"
    say "  building mlx-c"
    build_mlx_c >>"$log" 2>&1
    say "  generating its bindings"
    write_bindings >>"$log" 2>&1
    use_openblas >>"$log" 2>&1
    rm -rf "$build"/{mlx-c,mach_time.o,bindings-target} "$build/wheel/scipy_openblas32" "$log"
}

on_exit() {
    local status=$?
    if ((status)) && [[ -s ${log:-} ]]; then
        tail -n 40 "$log" >&2
        say "error: MLX was not prepared; the whole log is $log"
    fi
}

write_cargo_config() {
    local config=$root/.cargo/config.toml
    local mark='# Written by scripts/linux/prepare-mlx.sh; changes here are lost.'
    if [[ -e $config ]] && ! grep -qxF "$mark" "$config"; then
        die "$config is not from this set-up; move it away, for example into your Cargo home"
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

[[ $(uname -m) == x86_64 ]] ||
    die "MLX is prepared on x86_64 Linux only; on $(uname -m) nobody has tried it yet"

cache=$(cache_folder)
prefix=$cache/mlx-$(key)
if [[ ! -d $prefix ]]; then
    "$here/install-packages.sh" "${packages[@]}"
    mkdir -p "$cache"
    # One set-up at a time; the lock goes with the process, however that ends.
    exec 9>"$cache/mlx.lock"
    flock 9
    if [[ ! -d $prefix ]]; then
        rm -rf "$cache"/mlx-*.partial
        build=$prefix.partial
        log=$build/log
        mkdir "$build"
        trap on_exit EXIT
        say "Preparing MLX (once, about a minute)"
        prepare
        mv "$build" "$prefix"
    fi
    exec 9>&-
fi
write_cargo_config
