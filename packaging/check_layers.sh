#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check_layers.sh SOURCE_FOLDER: includes point only downward. In core what the table "Who may call whom" of core/README.md says:
# a room may include itself, what it stands on, and what those stand on; rooms stand on rows below theirs. Above core: app may
# include widgets and core, widgets core, and core no Qt. Names the file and the rule of every include that does not fit.
set -euo pipefail

cd "$1"
find core widgets app -name '*.h' -o -name '*.cpp' | sort | xargs grep -n '^#include' | awk -v table=core/README.md '
    # The longest room that a path lies in: "analysis/types" before "analysis".
    function roomOf(path,    i, parts, room, best) {
        split(path, parts, "/")
        room = best = ""
        for (i = 1; i in parts; ++i) {
            room = room (i > 1 ? "/" : "") parts[i]
            if (room in row) best = room
        }
        return best
    }
    function complain(what) { print what; failed = 1 }
    function reaches(from, to,    i, below) {
        if (from == to) return 1
        for (i = 1; i <= standsOn[from, 0]; ++i) {
            below = standsOn[from, i]
            if (reaches(below, to)) return 1
        }
        return 0
    }
    BEGIN {
        while ((getline line < table) > 0) {
            if (line ~ /^## /) inside = line ~ /^## Who may call whom/
            if (!inside || line !~ /^\| `/) continue
            split(line, cells, "|")
            rooms[++count] = cells[2]
            gsub(/[ `]/, "", rooms[count])
            row[rooms[count]] = count
            named[count] = cells[3]
        }
        if (count < 5) { print "core/README.md has no table of rooms under \"Who may call whom\"."; failed = 1; exit }
        for (i = 1; i <= count; ++i) {
            rest = named[i]
            while (match(rest, /`[^`]+`/)) {
                below = substr(rest, RSTART + 1, RLENGTH - 2)
                rest = substr(rest, RSTART + RLENGTH)
                if (!(below in row)) complain("core/README.md: `" rooms[i] "` stands on `" below "`, which is no room")
                else if (row[below] <= i) complain("core/README.md: `" rooms[i] "` stands on `" below "`, which is not below it")
                else standsOn[rooms[i], ++standsOn[rooms[i], 0]] = below
            }
        }
    }
    {
        file = $0; sub(/:.*/, "", file)
        where = $0; sub(/:#include.*/, "", where)
        target = $0; sub(/^[^#]*#include *[<"]/, "", target); sub(/[>"].*/, "", target)
        top = file; sub(/\/.*/, "", top)
        if (top == "core" && target ~ /^Q[A-Za-z]/) complain(where ": core has no Qt: " target)
        if (target !~ /^(core|widgets|app)\//) next
        ++looked
        targetTop = target; sub(/\/.*/, "", targetTop)
        if (top == "core" && targetTop != "core" || top == "widgets" && targetTop == "app")
            complain(where ": " top " may not include " targetTop ": " target)
        if (top != "core" || targetTop != "core") next
        from = file; sub(/^core\//, "", from); from = roomOf(from)
        to = target; sub(/^core\//, "", to); to = roomOf(to)
        if (from == "" || to == "") complain(where ": core/README.md has no row for " (from == "" ? file : target))
        else if (!reaches(from, to))
            complain(where ": `" from "` does not stand on `" to "` (core/README.md, Who may call whom): " target)
    }
    END {
        if (!failed && looked < 100) { print "Hardly an include was found: is this the source folder?"; failed = 1 }
        exit failed
    }'
