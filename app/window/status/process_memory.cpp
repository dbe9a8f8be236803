// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status/process_memory.h"

#include <QtGlobal>

#ifdef Q_OS_LINUX
#include <fstream>
#include <unistd.h>
#endif

namespace kinetoscope {

std::optional<std::uint64_t> residentBytes()
{
#ifdef Q_OS_LINUX
    std::ifstream statm("/proc/self/statm");
    std::uint64_t totalPages = 0;
    std::uint64_t residentPages = 0;
    const long pageBytes = sysconf(_SC_PAGESIZE);
    if (statm >> totalPages >> residentPages && pageBytes > 0)
        return residentPages * static_cast<std::uint64_t>(pageBytes);
#endif
    return std::nullopt;
}

} // namespace kinetoscope
