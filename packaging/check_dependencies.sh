#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check_dependencies.sh BUILD_FOLDER: proves packages.txt complete. Every header that the finished Ninja build read and every
# library that it linked must belong to a Debian package that installing the list brings. Ends with 77 where it cannot tell.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="$(cd "$1" && pwd)"
source "$root/packaging/packages.sh"

if ! command -v dpkg >/dev/null || ! command -v apt-cache >/dev/null || [ ! -f "$build/build.ninja" ]; then
    echo "Skipped: needs dpkg, apt-cache and a Ninja build."
    exit 77
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# The packages that the list brings, without recommendations.
list_closure() {
    local line name names=()
    while read -r line; do
        for name in ${line//|/ }; do
            if is_installed "$name"; then names+=("$name"); fi
        done
    done < <(packages_of build run test)
    apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
        --no-enhances "${names[@]}" | grep -E '^[a-z0-9]' | sed 's/:.*//'
    # Part of every installation, whether something depends on it or not.
    dpkg-query -W -f='${Essential} ${Package}\n' | sed -n 's/^yes //p'
}

# Paths outside the project, absolute (a compiler cache may have made them relative to the build folder), "../" resolved, symbolic
# links kept: that is how packages name their files.
outside_paths() {
    (cd "$build" && xargs -r -d '\n' realpath -sm --) | { grep -vE "^($root|$build)/" || true; } | sort -u
}

list_headers() {
    ninja -C "$build" -t deps | sed -n 's/^    //p' | outside_paths
}

list_programs() {
    find "$build/bin" "$build/tests" -maxdepth 1 -type f -executable -print 2>/dev/null
}

list_libraries() {
    {
        sed -n 's/^  LINK_LIBRARIES = //p' "$build/build.ninja" | tr ' ' '\n' | grep -E '^/.*\.(so|a)' || true
        list_programs | xargs -r -d '\n' ldd 2>/dev/null | grep -oE '/[^ ]+\.so[^ ]*' || true
    } | outside_paths
}

# owners KIND < paths: "package<TAB>path". /lib and /usr/lib are one folder since Debian merged them, and a package may know its
# file under either name.
owners() {
    local path owner
    xargs -r -d '\n' dpkg -S -- <"$work/$1" >"$work/$1.owned" 2>/dev/null || true
    grep -v '^diversion by ' "$work/$1.owned" | sed -E 's/^([^ :,]+)[^/]*: (\/.*)$/\1\t\2/' | sort -u >"$work/$1.owners"
    cut -f2 "$work/$1.owners" | sort -u | comm -13 - "$work/$1" | while read -r path; do
        owner=""
        for name in "/usr$path" "${path#/usr}" "$(realpath -m -- "$path")"; do
            if [ -z "$owner" ]; then owner="$(dpkg -S -- "$name" 2>/dev/null | head -n 1 | sed -E 's/[:,].*//')" || true; fi
        done
        printf '%s\t%s\n' "${owner:-?}" "$path"
    done >"$work/$1.others"
    cat "$work/$1.others" >>"$work/$1.owners"
}

list_closure | sort -u >"$work/closure"
list_headers >"$work/header"
list_libraries >"$work/library"
failures=0
for kind in header library; do
    count="$(wc -l <"$work/$kind")"
    if [ "$count" -eq 0 ]; then
        echo "No $kind found: the build folder holds no finished build."
        exit 1
    fi
    owners "$kind"
    while IFS=$'\t' read -r package path; do
        if [ "$package" = "?" ]; then
            echo "$kind $path belongs to no package"
        else
            echo "$kind $path belongs to $package, which packages.txt does not bring"
        fi
        failures=$((failures + 1))
    done < <(awk -F '\t' 'NR == FNR { known[$1] = 1; next } !($1 in known)' "$work/closure" "$work/$kind.owners")
    echo "$count ${kind/library/librarie}s of $(cut -f1 "$work/$kind.owners" | sort -u | wc -l) packages looked at"
done
if [ "$failures" -gt 0 ]; then exit 1; fi
echo "All of them come with packages.txt ($(wc -l <"$work/closure") packages with what they depend on)."
