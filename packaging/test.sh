#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test.sh: installs what is missing, builds everything and runs every test. The exit status is CTest's.
# KINETOSCOPE_WARNINGS_AS_ERRORS=ON makes warnings errors.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
steps_total=4
source "$root/packaging/packages.sh"
source "$root/packaging/steps.sh"

step "Packages" "$packages_cure" install_missing build run test
cd "$root"
step "Configure" "$configure_cure" cmake --preset release -DKINETOSCOPE_BUILD_TESTS=ON \
    -DKINETOSCOPE_WARNINGS_AS_ERRORS="${KINETOSCOPE_WARNINGS_AS_ERRORS:-OFF}"
step "Build" "$build_cure" cmake --build --preset release

echo "[4/4] Tests"
status=0
# One more than there are cores: tests of the window wait for a quarter of their time or more.
ctest --preset release --parallel "$(($(nproc) + 1))" || status=$?
if [ "$status" -eq 0 ]; then
    echo "All tests passed, $(duration_of $SECONDS) after the start. Next: ./packaging/run.sh [TRACE...]"
else
    echo "Tests failed: each is a program in build/release/tests that can be run by itself; what they said: build/release/Testing/Temporary/LastTest.log" >&2
fi
exit "$status"
