#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings kinetoscope_de.ts, or another file, up to date with the texts of the sources and of the registry; what is new
# in it waits for a translation. Ends with 127 where Qt's lupdate is not installed.
# Usage: resources/translations/update.sh BUILD [FILE] (BUILD: a folder with bin/kinetoscope-registry-texts)
set -euo pipefail

build=$(realpath "${1:?the build folder}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
file=${2:-resources/translations/kinetoscope_de.ts}
# Where Debian has it first; one in the path may be of Qt 5.
lupdate=$(PATH="/usr/lib/qt6/bin:$PATH" command -v lupdate) && "$lupdate" -version > /dev/null 2>&1 || exit 127
texts=$(mktemp --suffix=.cpp)
trap 'rm -f "$texts"' EXIT
"$build/bin/kinetoscope-registry-texts" > "$texts"
"$lupdate" -I . -locations none -no-obsolete -tr-function-alias QT_TRANSLATE_NOOP+=KT_PHRASE,QT_TRANSLATE_N_NOOP+=KT_PLURAL \
    core widgets app "$texts" -extensions cpp,h -source-language en -target-language de -ts "$file"
