// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string_view>

namespace kinetoscope::tests {

/// A test of a program that holds several of them (tests/CMakeLists.txt).
struct NamedTest {
    std::string_view name; ///< "tst_intervals"
    int (*main)(int argc, char** argv);
};

/// Runs the test that the program was called as (each has a link of its name), else the one that the first argument
/// names, with the arguments after it. Returns what the test returns; 2, after the names were listed, where there is
/// none of that name.
int runNamedTest(std::initializer_list<NamedTest> tests, int argc, char** argv);

} // namespace kinetoscope::tests
