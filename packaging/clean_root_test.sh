#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clean_root_test.sh: proves that the two commands of the README need nothing but Debian. Makes a minimal Debian 12 in a temporary
# folder, copies the checkout into it, and runs packaging/run.sh and packaging/test.sh there. Needs root, debootstrap, about 3 GB,
# and a Debian mirror: the one apt uses here, or KINETOSCOPE_DEBIAN_MIRROR. Ends with 77 where one of these is missing.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
suite=bookworm

skip() {
    echo "Skipped: $1"
    exit 77
}
[ "$(id -u)" -eq 0 ] || skip "making a root folder needs root."
command -v debootstrap >/dev/null || skip "debootstrap is not installed."
mirror="${KINETOSCOPE_DEBIAN_MIRROR:-}"
if [ -z "$mirror" ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2016 # apt's own variables
    mirror="$(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v suite="$suite" '$2 == suite && $3 == "main" { print $1; exit }')"
fi
[ -n "$mirror" ] || skip "apt knows no mirror of Debian $suite; set KINETOSCOPE_DEBIAN_MIRROR."

place="$(mktemp -d "${TMPDIR:-/tmp}/kinetoscope-root-XXXXXX")"
clean_up() {
    local point
    for point in dev proc; do
        if mountpoint -q "$place/$point"; then umount -l "$place/$point"; fi
    done
    rm -rf --one-file-system "$place"
}
trap clean_up EXIT

echo "== a minimal Debian $suite"
debootstrap --variant=minbase "$suite" "$place" "$mirror" >"$place.log" 2>&1 || {
    tail -n 20 "$place.log"
    rm -f "$place.log"
    exit 1
}
rm -f "$place.log" "$place/etc/apt/sources.list"
# The same sources and network settings as here; nothing else of this machine.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list /etc/apt/apt.conf.d/* \
    /etc/resolv.conf /etc/hosts; do
    if [ -f "$file" ]; then cp --dereference "$file" "$place$file"; fi
done
mount -t proc proc "$place/proc"
mount --bind /dev "$place/dev"

echo "== the checkout"
mkdir "$place/kinetoscope"
if git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    (cd "$root" && git ls-files -z --cached --others --exclude-standard) |
        tar -C "$root" --null --ignore-failed-read --files-from=- -cf - | tar -C "$place/kinetoscope" --no-same-owner -xf -
else
    tar -C "$root" --exclude=./build --exclude='./build-*' -cf - . | tar -C "$place/kinetoscope" --no-same-owner -xf -
fi

inside() {
    chroot "$place" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        LC_ALL=C.UTF-8 TERM=dumb "$@"
}

echo "== packaging/run.sh"
inside /kinetoscope/packaging/run.sh
[ -s "$place/kinetoscope/build/release/timeline.png" ] || {
    echo "run.sh left no picture of the timeline"
    exit 1
}

echo "== packaging/test.sh"
inside /kinetoscope/packaging/test.sh
