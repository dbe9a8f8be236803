#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check_format.sh SOURCE_FOLDER: every source stands as .clang-format says; names those that do not. Releases of clang-format differ
# in details, so only the one that the sources were formatted with counts. Ends with 77 where that is not here.
set -euo pipefail

release=14
format=
for candidate in "clang-format-$release" clang-format; do
    if command -v "$candidate" >/dev/null && "$candidate" --version | grep -q "version $release\."; then
        format="$candidate"
        break
    fi
done
if [ -z "$format" ]; then
    echo "Skipped: there is no clang-format $release."
    exit 77
fi

cd "$1"
if ! find core widgets app tests -name '*.h' -o -name '*.cpp' | sort | xargs "$format" --dry-run --Werror 2>"${TMPDIR:-/tmp}/format.$$"; then
    grep -oE '^[^ :]+:[0-9]+' "${TMPDIR:-/tmp}/format.$$" | sort -u | sed 's/$/: not as .clang-format says/'
    rm -f "${TMPDIR:-/tmp}/format.$$"
    exit 1
fi
rm -f "${TMPDIR:-/tmp}/format.$$"
