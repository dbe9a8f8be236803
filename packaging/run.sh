#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [TRACE...]: installs what is missing, builds Kinetoscope and opens it on the traces, else on the sample that comes with
# it. Without a display it prints what the command line finds and writes a picture of the timeline.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
steps_total=3
source "$root/packaging/packages.sh"
source "$root/packaging/steps.sh"

traces=("$@")
if [ ${#traces[@]} -eq 0 ]; then traces=("$root/resources/samples/job"); fi

sections=(build run)
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then sections+=(window); fi
step "Packages" "$packages_cure" install_missing "${sections[@]}"
cd "$root"
step "Configure" "$configure_cure" cmake --preset release
step "Build" "$build_cure" cmake --build --preset release --target kinetoscope kinetoscope-cli
cd "$OLDPWD"
bin="$root/build/release/bin"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "Ready $(duration_of $SECONDS) after the start. From now on: $bin/kinetoscope TRACE..."
    exec "$bin/kinetoscope" "${traces[@]}"
fi

echo
echo "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): here is the report, and a picture instead of the window."
for arguments in info "analyze temporal-breakdown" "analyze kernel-breakdown"; do
    echo
    echo "== kinetoscope-cli $arguments"
    # shellcheck disable=SC2086 # the words are an analysis and its command
    "$bin/kinetoscope-cli" $arguments --progress none "${traces[@]}"
done
picture="$root/build/release/timeline.png"
"$bin/kinetoscope" render timeline --size 1600x900 -o "$picture" "${traces[@]}"
echo
echo "The timeline: $picture"
echo
echo "Ready $(duration_of $SECONDS) after the start. Next: $bin/kinetoscope-cli --help, or, with a display, $bin/kinetoscope TRACE..."
