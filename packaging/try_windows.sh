#!/usr/bin/env bash
# Build and try the Windows packages on Linux, under Wine: a rehearsal, releases are built on Windows.
#
#     sudo packaging/try_windows.sh PYTHON
#
# PYTHON is a folder with an embeddable CPython for Windows (python.exe, python3*._pth). Everything happens in
# a Debian trixie of its own below $TRY_CACHE; the installer and the zip come to dist, pictures to $TRY_RESULTS.
# Needs debootstrap, uv, makensis and root. MIRROR is where Debian comes from, the machine's own if not set.
set -euo pipefail
python=$(realpath "$1")
cd "$(dirname "$0")/.."

cache=${TRY_CACHE:-build/try}
results=${TRY_RESULTS:-build/try/results}
mirror=${MIRROR:-}
if [ -z "$mirror" ] && grep -qx 'ID=debian' /etc/os-release; then # elsewhere debootstrap knows where Debian is
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v -m1 security)
fi
mkdir -p "$cache" "$results" dist
root=$(realpath "$cache")/wine
results=$(realpath "$results")
minor=$(basename "$python"/python3*._pth ._pth)
minor=3.${minor#python3}
date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

say() { printf 'windows: %s\n' "$*"; }
fail() { say "FAILED: $*" >&2; exit 1; }
inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=' SDL_AUDIODRIVER=dummy \
        SOURCE_DATE_EPOCH="$date" "$@"
}
windows() { inside xvfb-run -a -s '-screen 0 1400x900x24' wine "$@"; }
clean_up() { if mountpoint -q "$root/proc"; then umount "$root/proc"; fi; }
trap clean_up EXIT

if [ ! -e "$root.ready" ]; then
    say "bootstrapping"
    debootstrap --variant=minbase trixie "$root" ${mirror:+"$mirror"} >"$results/wine-debootstrap.log" 2>&1
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    inside dpkg --add-architecture i386 # the setup program is one of 32 bits
    inside apt-get update -qq
    inside apt-get install -y -qq --no-install-recommends wine wine64 wine32:i386 xvfb xauth >"$results/wine-install.log" 2>&1
    touch "$root.ready"
fi
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"

say "Python $minor and what the lock names"
rm -rf "$root/python" "$root/project" "$root/root/.wine"
cp -r "$python" "$root/python"
uv pip install --quiet --target "$root/python/site" --python-platform x86_64-pc-windows-msvc --python-version "$minor" \
    --only-binary :all: --require-hashes -r packaging/requirements.txt
printf '%s\n' "python${minor/./}.zip" . site 'Z:\project\packaging' 'import site' >"$root/python/python${minor/./}._pth"
mkdir "$root/project"
cp -r assets game packaging build.spec pyproject.toml "$root/project/"

windows Z:/python/python.exe Z:/project/packaging/build.py zip >"$results/windows-build.log" 2>&1 \
    || { tail -20 "$results/windows-build.log"; fail "the build"; }
(cd "$root/project" && SOURCE_DATE_EPOCH=$date python3 packaging/build.py --reuse installer) \
    | tee -a "$results/windows-build.log"
cp "$root"/project/dist/*.zip "$root"/project/dist/*-setup.exe dist/
grep -h 'zip\|setup' "$results/windows-build.log" | tail -2

home="$root/root/.wine/drive_c/users/root"
mkdir -p "$home/AppData/Local/shengji"
touch "$home/AppData/Local/shengji/match" # is kept, unless one says otherwise
listed() { find "$home" -not -path '*/Temp/~nsu*' | sort; } # a copy of the uninstaller goes when Windows starts next
listed >"$results/windows-before"
cp dist/*-setup.exe "$root/tmp/setup.exe"
windows Z:/tmp/setup.exe /S || fail "the installer"
program=$(find "$home" -name shengji.exe)
[ -n "$program" ] || fail "nothing was installed"
[ "$(find "$home" "$root/root/.wine/drive_c/ProgramData" -name '*.lnk' | grep -c 'Shengji\|升级')" = 2 ] || fail "no two shortcuts"
say "installed: $(du -sm "$(dirname "$program")" | cut -f1) MB"
windows "C:/${program#*/drive_c/}" --smoke --screenshot Z:/tmp/smoke.png \
    || fail "the installed program does not run"
mv "$root/tmp/smoke.png" "$results/windows.png"
folder=$(dirname "C:/${program#*/drive_c/}")
windows "$folder/uninstall.exe" /S || fail "the uninstaller"
for _ in $(seq 60); do # it goes on from a copy of itself, which nobody waits for
    [ -e "$(dirname "$program")" ] || break
    sleep 1
done
listed >"$results/windows-after"
diff "$results/windows-before" "$results/windows-after" || fail "something is left"
say "all is well; picture and logs: $results"
