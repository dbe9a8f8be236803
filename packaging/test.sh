#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test.sh: installs what is missing, builds everything and runs every test. The exit status is CTest's.
# KINETOSCOPE_WARNINGS_AS_ERRORS=ON makes warnings errors.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
source "$root/packaging/packages.sh"
install_missing build run test

cd "$root"
cmake --preset release -DKINETOSCOPE_BUILD_TESTS=ON -DKINETOSCOPE_WARNINGS_AS_ERRORS="${KINETOSCOPE_WARNINGS_AS_ERRORS:-OFF}"
cmake --build --preset release
exec ctest --preset release --parallel "$(nproc)"
