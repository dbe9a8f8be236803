// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>

namespace kinetoscope::tests {

namespace {

/// The test framework waits for its watchdog until that is done, not until its thread has given back what Qt keeps of
/// each: a search for leaks that comes in between would take that for lost.
void waitForOtherThreads()
{
#if defined(__SANITIZE_ADDRESS__)
    const std::filesystem::path tasks("/proc/self/task"); // elsewhere than on Linux there is none
    constexpr int kMostTries = 200;
    for (int i = 0; i < kMostTries; ++i) {
        std::error_code none;
        const std::filesystem::directory_iterator threads(tasks, none);
        if (none || std::distance(begin(threads), end(threads)) <= 1)
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
#endif
}

} // namespace

int runNamedTest(std::initializer_list<NamedTest> tests, int argc, char** argv)
{
    for (int skipped = 0; skipped < std::min(argc, 2); ++skipped) {
        const std::string called = std::filesystem::path(argv[skipped]).filename().string();
        const auto* test =
            std::find_if(tests.begin(), tests.end(), [&](const NamedTest& t) { return t.name == called; });
        if (test != tests.end()) {
            const int result = test->main(argc - skipped, argv + skipped);
            waitForOtherThreads();
            return result;
        }
    }
    std::fputs("Which test? The first argument names one of these:\n", stderr);
    for (const NamedTest& test : tests)
        std::fprintf(stderr, "  %.*s\n", static_cast<int>(test.name.size()), test.name.data());
    return 2;
}

} // namespace kinetoscope::tests
