#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings kinetoscope_de.ts up to date with the texts of the sources and of the registry; what is new in it waits for a
# translation. Usage: resources/translations/update.sh BUILD (a folder with bin/kinetoscope-registry-texts)
set -euo pipefail

build=$(realpath "${1:?the build folder}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
lupdate=$(PATH="/usr/lib/qt6/bin:$PATH" command -v lupdate) # where Debian has it; one in the path may be of Qt 5
texts=$(mktemp --suffix=.cpp)
trap 'rm -f "$texts"' EXIT
"$build/bin/kinetoscope-registry-texts" > "$texts"
"$lupdate" -I . -locations none -no-obsolete -tr-function-alias QT_TRANSLATE_NOOP+=KT_PHRASE,QT_TRANSLATE_N_NOOP+=KT_PLURAL \
    core widgets app "$texts" -extensions cpp,h -source-language en -target-language de -ts resources/translations/kinetoscope_de.ts
