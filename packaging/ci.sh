#!/usr/bin/env bash
# Build the Linux packages and try them on bare systems, as root on a Debian:
#
#     packaging/ci.sh [COMMIT]
#
# With a commit, only where something that packages are made of has changed since.
set -euo pipefail
cd "$(dirname "$0")/.."

made_of=(packaging build.spec pyproject.toml assets/icon game/__main__.py game/assets.py game/licences.py game/smoke.py
    game/table/thinker.py game/table/worker.py)
if [ $# -gt 0 ] && git diff --quiet "$1" -- "${made_of[@]}"; then
    echo "packages: nothing has changed since $1"
    exit 0
fi

needed=(binutils chrpath rpm cpio debootstrap xvfb desktop-file-utils appstream)
if ! dpkg -s "${needed[@]}" >/dev/null 2>&1; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${needed[@]}" >/dev/null
fi

venv=$(mktemp -d)/venv
trap 'rm -rf "$(dirname "$venv")"' EXIT
python3 -m venv "$venv"
"$venv/bin/pip" install -q --require-hashes -r packaging/requirements.txt
rm -f dist/*.deb dist/*.rpm dist/*.tar.xz
"$venv/bin/python" packaging/build.py deb rpm tar
packaging/try_linux.sh
