#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cold_share.py BUILD PROGRAM ARGUMENT...: how much of a run is spent in what a release compiles as cold code.

Runs the program under Linux's perf and prints the share of samples in functions that only objects of kinetoscope_core_cold define, and the
functions with the largest. BUILD is the folder of a build of the preset release. A function that takes more than a hundredth of an
analysis, a load or an export of a large trace is not cold: its file belongs under EXCEPT in core/CMakeLists.txt. Needs perf, nm and
c++filt.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile


def defined(build, kind):
    """Mangled names of the functions that a library of objects defines, with the unit of each."""
    units = {}
    for path in (pathlib.Path(build) / f"core/CMakeFiles/kinetoscope_core_{kind}.dir").rglob("*.o"):
        lines = subprocess.run(["nm", "--defined-only", path], capture_output=True, text=True, check=True).stdout.splitlines()
        for words in map(str.split, lines):
            if len(words) == 3 and words[1] in "tTwW":
                units[words[2]] = path.name.removesuffix(".o")
    return units


def samples(command):
    """Samples by mangled name of the function, of one run of the command."""
    with tempfile.NamedTemporaryFile() as data:
        subprocess.run(["perf", "record", "-q", "-F", "3000", "-o", data.name, "--", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=True)
        report = subprocess.run(["perf", "report", "-i", data.name, "--no-children", "--no-demangle", "-n", "--sort", "sym"],
                                capture_output=True, text=True, check=True).stdout
    counts = collections.Counter()
    for line in report.splitlines():
        if found := re.match(r"\s*[\d.]+%\s+(\d+)\s+\[.\]\s+(\S+)", line):
            counts[found[2]] += int(found[1])
    return counts


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    hot, cold = defined(sys.argv[1], "hot"), defined(sys.argv[1], "cold")
    if not cold:
        sys.exit(f"{sys.argv[1]} has no objects of kinetoscope_core_cold: is it a build of the preset release?")
    counts = samples(sys.argv[2:])
    total = sum(counts.values())
    if not total:
        sys.exit("perf took no sample.")
    in_cold = collections.Counter({name: count for name, count in counts.items() if name in cold and name not in hot})
    print(f"{100 * sum(in_cold.values()) / total:.1f} % of {total} samples are in cold code")
    top = in_cold.most_common(10)
    names = subprocess.run(["c++filt"], input="\n".join(name for name, _ in top), capture_output=True, text=True, check=True).stdout
    for (name, count), readable in zip(top, names.splitlines()):
        print(f"{100 * count / total:5.1f} %  {cold[name]}  {readable[:120]}")


main()
