#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check_spec.sh SOURCE_FOLDER: core/analysis/SPEC.md has every [DIFF-...] tag of the code, once, and each of its rows names a test
# that there is.
set -euo pipefail

cd "$1"
spec=core/analysis/SPEC.md
failed=no
complain() {
    echo "$1"
    failed=yes
}

rows="$(sed -nE 's/^\| (DIFF-[0-9]+\.[0-9]+) \|.*\| ([^ |]+) \|$/\1 \2/p' "$spec")"
[ "$(wc -l <<<"$rows")" -gt 20 ] || complain "$spec has hardly a rule."
while read -r tag; do complain "$spec has $tag twice."; done < <(cut -d' ' -f1 <<<"$rows" | sort | uniq -d)
while read -r tag test; do
    [ -f "tests/$test" ] || complain "$spec names tests/$test for $tag, which is not there."
done <<<"$rows"
while IFS=: read -r file tag; do
    grep -q "^$tag " <<<"$rows" || complain "$file names $tag, which $spec does not have."
done < <(grep -roE 'DIFF-[0-9]+\.[0-9]+' core app widgets tests --include='*.h' --include='*.cpp' | sort -u)
[ "$failed" = no ]
