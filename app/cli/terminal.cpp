// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace kinetoscope::cli {

namespace {

constexpr std::int64_t kNarrowest = 20;
constexpr std::int64_t kWidest = 10'000;
constexpr std::size_t kWithoutTerminal = 120; // a log, a notebook, a mail

std::optional<std::int64_t> widthOfTerminal()
{
#if defined(__unix__) || defined(__APPLE__)
    for (const int file : { STDOUT_FILENO, STDERR_FILENO }) {
        winsize size {};
        if (isatty(file) == 1 && ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
            return size.ws_col;
    }
#endif
    return std::nullopt;
}

} // namespace

std::size_t terminalWidth()
{
    std::optional<std::int64_t> width;
    if (const char* columns = std::getenv("COLUMNS")) // NOLINT(concurrency-mt-unsafe): nobody sets it
        width = wholeNumber(columns);
    if (!width || *width <= 0)
        width = widthOfTerminal();
    return width ? static_cast<std::size_t>(std::clamp(*width, kNarrowest, kWidest)) : kWithoutTerminal;
}

} // namespace kinetoscope::cli
