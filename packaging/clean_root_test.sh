#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clean_root_test.sh [SUITE]: proves that the two commands of the README need nothing but the distribution. Makes a minimal Debian 12
# (bookworm), or the SUITE of Debian or Ubuntu (trixie, noble), in a temporary folder, copies the checkout into it, and runs
# packaging/run.sh and packaging/test.sh there. Needs root, debootstrap, about 3 GB, and a mirror: KINETOSCOPE_MIRROR, else the one apt
# uses here for the suite, else the distribution's own. Ends with 77 where one of these is missing.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
suite="${1:-bookworm}"
components=main

skip() {
    echo "Skipped: $1"
    exit 77
}
[ "$(id -u)" -eq 0 ] || skip "making a root folder needs root."
command -v debootstrap >/dev/null || skip "debootstrap is not installed."
mirror="${KINETOSCOPE_MIRROR:-}"
is_suite_of_this_machine=no
if command -v apt-get >/dev/null; then
    # shellcheck disable=SC2016 # apt's own variables
    here="$(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v suite="$suite" '$2 == suite && $3 == "main" { print $1; exit }')"
    if [ -n "$here" ]; then
        is_suite_of_this_machine=yes
        mirror="${mirror:-$here}"
    fi
fi
case "$suite" in
    bookworm | trixie | forky | sid) mirror="${mirror:-http://deb.debian.org/debian}" ;;
    *)
        mirror="${mirror:-http://archive.ubuntu.com/ubuntu}"
        components="main universe"
        ;;
esac
[ -e "/usr/share/debootstrap/scripts/$suite" ] || skip "debootstrap does not know the suite $suite."

place="$(mktemp -d "${TMPDIR:-/tmp}/kinetoscope-root-XXXXXX")"
clean_up() {
    local point
    for point in dev proc; do
        if mountpoint -q "$place/$point"; then umount -l "$place/$point"; fi
    done
    rm -rf --one-file-system "$place"
}
trap clean_up EXIT

echo "== a minimal $suite from $mirror"
debootstrap --variant=minbase "$suite" "$place" "$mirror" >"$place.log" 2>&1 || {
    tail -n 20 "$place.log"
    rm -f "$place.log"
    exit 1
}
rm -f "$place.log" "$place/etc/apt/sources.list"
# The network settings of this machine and, where it runs the same suite, its sources; nothing else of it.
files=(/etc/resolv.conf /etc/hosts /etc/apt/apt.conf.d/*)
if [ "$is_suite_of_this_machine" = yes ]; then
    files+=(/etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list)
else
    echo "deb $mirror $suite $components" >"$place/etc/apt/sources.list"
fi
for file in "${files[@]}"; do
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
