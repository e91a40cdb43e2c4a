#!/usr/bin/env bash
# Try the Linux packages in dist on fresh minimal Debians without Python:
#
#     sudo packaging/try_linux.sh [SUITE...]        (bookworm and trixie unless told otherwise)
#
# The .deb is installed, started on a screen, looked at, and purged; the .rpm and the tarball are unpacked and
# started. Needs debootstrap, Xvfb, rpm2cpio and cpio, and root. Bare systems are kept in $TRY_CACHE, pictures
# and logs go to $TRY_RESULTS. MIRROR is where Debian comes from, the machine's own mirror if not set.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=${TRY_CACHE:-build/try}
results=${TRY_RESULTS:-build/try/results}
mirror=${MIRROR:-}
if [ -z "$mirror" ] && grep -qx 'ID=debian' /etc/os-release; then # elsewhere debootstrap knows where Debian is
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v -m1 security)
fi
mkdir -p "$cache" "$results"
cache=$(realpath "$cache")
results=$(realpath "$results")
root=

say() { printf '%s: %s\n' "${suite:-all}" "$*"; }
fail() { say "FAILED: $*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

discard() {
    if [ -n "$root" ]; then
        if mountpoint -q "$root/proc"; then umount "$root/proc"; fi
        rm -rf --one-file-system "$root"
    fi
    root=
}

clean_up() {
    discard
    [ -z "${screen_pid:-}" ] || kill "$screen_pid" 2>/dev/null || true
}
trap clean_up EXIT

bare() { # a minimal system, made once and copied
    if [ ! -e "$cache/$suite.ready" ]; then
        say "bootstrapping"
        rm -rf --one-file-system "${cache:?}/$suite"
        debootstrap --variant=minbase "$suite" "$cache/$suite" ${mirror:+"$mirror"} >"$results/$suite-debootstrap.log" 2>&1 \
            || fail "debootstrap, see $results/$suite-debootstrap.log"
        touch "$cache/$suite.ready"
    fi
    root=$(mktemp -d "$cache/$suite.XXXXXX")
    cp -a "$cache/$suite/." "$root/"
    mkdir -p "$root/proc" "$root/dev/shm"
    chmod 1777 "$root/dev/shm" # as any running system has it; worker processes need it
    mount -t proc proc "$root/proc"
    cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
    for file in /etc/apt/apt.conf.d/*proxy*; do
        [ -e "$file" ] && cp "$file" "$root/etc/apt/apt.conf.d/"
    done
    inside apt-get update -qq
    if inside sh -c 'command -v python3 python'; then fail "there is a Python already"; fi
}

files() { # all there is, but for what apt and dpkg note down about any package
    find "$root" -xdev \( -path "$root/proc" -o -path "$root/var/cache" -o -path "$root/var/lib/apt" \
        -o -path "$root/var/lib/dpkg" -o -path "$root/var/log" -o -path "$root/tmp" \) -prune -o -printf '%P\n' \
        | grep -vx 'etc/ld.so.cache' | sort
}

smoke() { # NAME COMMAND: start it as a plain user and keep its picture
    local name=$1
    shift
    mkdir -p "$root/tmp/player"
    chmod 1777 "$root/tmp" "$root/tmp/player"
    chroot --userspec=65534:65534 "$root" env -i PATH=/usr/bin:/bin HOME=/tmp/player LC_ALL=C.UTF-8 \
        DISPLAY=":$screen" SDL_AUDIODRIVER=dummy \
        "$@" --smoke --screenshot /tmp/player/smoke.png >"$results/$name.log" 2>&1 \
        || { cat "$results/$name.log"; fail "$name does not run"; }
    grep -q 'window: x11' "$results/$name.log" || fail "$name opened no window on the screen"
    mv "$root/tmp/player/smoke.png" "$results/$name.png"
    [ -z "$(ls -A "$root/tmp/player")" ] || fail "$name left something behind in the home folder"
    if [ -e "$results/first.png" ]; then
        cmp "$results/first.png" "$results/$name.png" || fail "$name shows another picture than the first"
    else
        cp "$results/$name.png" "$results/first.png"
    fi
    rm -rf "$root/tmp/player"
    say "$name: runs, picture $(sha256sum <"$results/$name.png" | cut -c1-12)"
}

try_deb() {
    local deb
    deb=$(echo dist/*.deb)
    files >"$results/before"
    cp "$deb" "$root/tmp/shengji.deb"
    inside apt-get install -y -qq --no-install-recommends /tmp/shengji.deb >"$results/$suite-install.log" 2>&1 \
        || { tail -5 "$results/$suite-install.log"; fail "the .deb can't be installed"; }
    say "installed: $(inside dpkg-query -W -f '${Installed-Size} kB' shengji)"
    if inside sh -c 'command -v python3 python'; then fail "it brought a Python"; fi
    [ -x "$root/usr/bin/shengji" ] || fail "no command"
    grep -qx 'Exec=shengji' "$root/usr/share/applications/shengji.desktop" || fail "no menu entry"
    [ -s "$root/usr/share/icons/hicolor/256x256/apps/shengji.png" ] || fail "no icon"
    [ -s "$root/usr/lib/shengji/_internal/assets/licences/index.json" ] || fail "no licences"
    smoke "$suite-deb" shengji
    inside apt-get purge -y -qq --autoremove shengji >"$results/$suite-purge.log" 2>&1
    files >"$results/after"
    diff "$results/before" "$results/after" || fail "purge left something"
    say "purged, nothing is left"
}

unpacked() { # libraries that a desktop has, and the .rpm and the tarball on top
    inside apt-get install -y -qq --no-install-recommends libx11-6 libxext6 libxcb1 >>"$results/$suite-install.log" 2>&1
    rpm2cpio dist/*.rpm | (cd "$root" && cpio -idm --quiet)
    smoke "$suite-rpm" shengji
    rm -rf "$root/usr/lib/shengji" "$root/usr/bin/shengji"
    mkdir "$root/opt/portable"
    tar -xJf dist/*.tar.xz -C "$root/opt/portable" --strip-components=1 --no-same-owner
    smoke "$suite-tar" /opt/portable/shengji
}

rm -f "$results"/*.png
exec 3< <(exec Xvfb -displayfd 1 -screen 0 1400x900x24 -nolisten tcp -noreset 2>/dev/null)
screen_pid=$!
read -r screen <&3 || fail "Xvfb did not start"

[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    bare
    try_deb
    unpacked
    discard
done
say "all is well; pictures and logs: $results"
