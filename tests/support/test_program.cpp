// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace kinetoscope::tests {

int runNamedTest(std::initializer_list<NamedTest> tests, int argc, char** argv)
{
    for (int skipped = 0; skipped < std::min(argc, 2); ++skipped) {
        const std::string called = std::filesystem::path(argv[skipped]).filename().string();
        const auto* test =
            std::find_if(tests.begin(), tests.end(), [&](const NamedTest& t) { return t.name == called; });
        if (test != tests.end())
            return test->main(argc - skipped, argv + skipped);
    }
    std::fputs("Which test? The first argument names one of these:\n", stderr);
    for (const NamedTest& test : tests)
        std::fprintf(stderr, "  %.*s\n", static_cast<int>(test.name.size()), test.name.data());
    return 2;
}

} // namespace kinetoscope::tests
