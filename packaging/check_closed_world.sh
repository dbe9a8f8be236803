#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check_closed_world.sh BIN_FOLDER TRACE: a trace runs nothing and calls nobody. Looks at what the programs link, then watches
# them read, analyse and draw the trace: no new program, no internet socket, no file written but the picture asked for.
# Ends with 77 where it cannot watch.
set -euo pipefail

bin="$1"
trace="$2"
failed=no
complain() {
    echo "$1"
    failed=yes
}

if ldd "$bin/kinetoscope-cli" | grep -i 'libqt'; then complain "kinetoscope-cli links Qt"; fi
if [ -x "$bin/kinetoscope" ] && ldd "$bin/kinetoscope" | grep -E 'libQt6(Network|Qml|Quick|Script|WebEngine)'; then
    complain "kinetoscope links a network or script engine"
fi

if ! command -v strace >/dev/null || ! strace -o /dev/null true 2>/dev/null; then
    if [ "$failed" = yes ]; then exit 1; fi
    echo "Skipped: strace is not here or may not watch."
    exit 77
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" XDG_CACHE_HOME="$work/home" XDG_CONFIG_HOME="$work/home" XDG_RUNTIME_DIR="$work/home"
mkdir -m 700 "$HOME"
unset DISPLAY WAYLAND_DISPLAY

# watch NAME COMMAND...
watch() {
    local name="$1"
    shift
    if ! strace -f -qq -e trace=execve,execveat,socket,open,openat,creat -o "$work/$name.log" "$@" >"$work/$name.out" 2>&1; then
        cat "$work/$name.out"
        complain "$name failed"
    fi
    # The first execve is ours.
    if grep -E 'execve(at)?\(' "$work/$name.log" | tail -n +2 | grep .; then complain "$name started another program"; fi
    if grep -E 'socket\((AF|PF)_(INET|INET6|PACKET)' "$work/$name.log"; then complain "$name opened an internet socket"; fi
    if grep -E 'creat\(|O_(WRONLY|RDWR|CREAT)' "$work/$name.log" | grep -vE "= -1 |\"$work/|\"/dev/|\"/proc/|/memfd:"; then
        complain "$name wrote where nobody asked it to"
    fi
}

watch info "$bin/kinetoscope-cli" info "$trace"
watch analyze "$bin/kinetoscope-cli" analyze kernel-breakdown "$trace"
if [ -x "$bin/kinetoscope" ]; then
    watch render "$bin/kinetoscope" render timeline -o "$work/timeline.png" "$trace"
    [ -s "$work/timeline.png" ] || complain "render left no picture"
fi
if [ "$failed" = yes ]; then exit 1; fi
echo "Nothing was started, called or written."
