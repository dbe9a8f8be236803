# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Runs the steps of run.sh and test.sh so that who waits knows for what: each says its name, how far it is and how long it took; one
# that fails names its log and the likely cure. To be sourced by bash after `steps_total` is set; needs `set -euo pipefail`.

# What most often helps, to be given to `step`.
packages_cure="Likely: no network, or no right to install. As root: apt-get install the packages of packaging/packages.txt."
configure_cure="Likely: a package is missing or too old (CMake 3.25, Qt 6.4, GCC 12 or Clang 14). The names: packaging/packages.txt."
build_cure="Likely: a compiler older than GCC 12, or too little memory (2 GiB a core): CMAKE_BUILD_PARALLEL_LEVEL=1 needs less."
readonly packages_cure configure_cure build_cure

steps_done=0
steps_logs="${root:?}/build/logs"

# progress_of: copies a build's lines to the log and shows of them how far it is: in place on a terminal, else one line in ten.
# Ninja's lines begin with "[PERCENT FINISHED/TOTAL] "; warnings are shown as they come.
progress_of() {
    local line shown=-1 percent
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$1"
        if [[ "$line" =~ ^\[\ *([0-9]+)%\ ([0-9]+/[0-9]+)\] ]]; then
            percent="${BASH_REMATCH[1]}"
            if [ -t 1 ]; then
                printf '\r    %3s %%  (%s)' "$percent" "${BASH_REMATCH[2]}"
            elif [ $((percent / 10)) -gt "$shown" ]; then
                shown=$((percent / 10))
                printf '    %3s %%  (%s)\n' "$percent" "${BASH_REMATCH[2]}"
            fi
        elif [[ "$line" == *warning:* || "$line" == *error:* ]]; then
            printf '%s\n' "$line"
        fi
    done
    if [ -t 1 ]; then printf '\r%40s\r' ''; fi
}

# step NAME CURE COMMAND...: CURE is what most often helps where the command fails. Ends the script with the command's status then.
step() {
    local name="$1" cure="$2" begin=$SECONDS status=0 log
    shift 2
    steps_done=$((steps_done + 1))
    mkdir -p "$steps_logs"
    log="$steps_logs/$steps_done-${name// /-}.log"
    : >"$log"
    echo "[$steps_done/${steps_total:?}] $name"
    NINJA_STATUS='[%p %f/%t] ' "$@" 2>&1 | progress_of "$log" || status=$?
    if [ "$status" -ne 0 ]; then
        tail -n 25 "$log" >&2
        printf '\nFailed: %s (the whole log: %s)\n%s\n' "$name" "$log" "$cure" >&2
        exit "$status"
    fi
    echo "    done in $(duration_of $((SECONDS - begin)))"
}

# duration_of SECONDS: "48 s", "3 min 5 s".
duration_of() {
    if [ "$1" -lt 60 ]; then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi
}
