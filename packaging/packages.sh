# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Reads packaging/packages.txt and installs what is missing. To be sourced by bash; needs `set -euo pipefail`.

packages_file="$(dirname "${BASH_SOURCE[0]}")/packages.txt"

# packages_of SECTION...: the lines of these sections, alternatives included.
packages_of() {
    local section
    for section in "$@"; do
        awk -v wanted="[$section]" '/^#/ || NF == 0 { next } /^\[/ { inside = ($1 == wanted); next } inside { print $1 }' \
            "$packages_file"
    done
}

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# missing_packages SECTION...: the lines of which no alternative is installed.
missing_packages() {
    local line name found
    while read -r line; do
        found=no
        for name in ${line//|/ }; do
            if is_installed "$name"; then found=yes; fi
        done
        if [ "$found" = no ]; then echo "$line"; fi
    done < <(packages_of "$@")
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        echo "Installing packages needs root, and there is no sudo. As root, run: $*" >&2
        return 1
    fi
}

# install_missing SECTION...: asks nothing, does nothing when everything is there.
install_missing() {
    local missing line name chosen names=()
    missing="$(missing_packages "$@")"
    if [ -z "$missing" ]; then return 0; fi
    if ! command -v apt-get >/dev/null; then
        echo "This script installs packages with apt-get, which is not here. Needed: ${missing//$'\n'/ }" >&2
        return 1
    fi
    as_root apt-get update -qq
    while read -r line; do
        chosen="${line%%|*}"
        # Asked only where there is a choice: without apt's cache of its lists (images of containers have none) it takes 0.8 s.
        if [ "$chosen" != "$line" ]; then
            for name in ${line//|/ }; do
                if LC_ALL=C apt-cache policy "$name" | grep -q 'Candidate: [^(]'; then
                    chosen="$name"
                    break
                fi
            done
        fi
        names+=("$chosen")
    done <<<"$missing"
    echo "Installing: ${names[*]}"
    as_root apt-get install -y -qq --no-install-recommends "${names[@]}"
}
