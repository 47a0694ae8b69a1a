#!/usr/bin/env bash
# swift.sh COMMAND ARGUMENT...: runs a command of the Swift toolchain on this
# checkout, inside the root folder that prepare-swift.sh makes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
# shellcheck source=scripts/lib.sh
. "$here/../lib.sh"

((EUID == 0)) || die "Swift runs in a root folder of its own, which takes root"
need unshare "install util-linux"
root=$("$here/prepare-swift.sh")
# Everything that is prepared for Rust, so that MLX is found where the linker was told.
cache=$(cache_folder)

export root repository cache
# Mounts made in here end with the command.
# shellcheck disable=SC2016 # the inner shells fill this in
exec unshare --mount --pid --fork --kill-child bash -c '
set -euo pipefail
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
# Certificates are made by a set-up that the root has not run.
for folder in "$repository" "$cache"/mlx-*/ /etc/ssl/certs; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
done
exec chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" CI="${CI:-}" \
    TANDEM_MLX="${TANDEM_MLX:-}" TANDEM_SOAK="${TANDEM_SOAK:-}" OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-}" \
    PATH=/usr/bin:/usr/sbin:/usr/libexec/swift/bin \
    bash -c "cd \"\$0\" && exec \"\$@\"" "$PWD" "$@"' swift "$@"
