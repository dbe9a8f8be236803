// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory_use.h"

#include <cstdio>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace kinetoscope {

std::uint64_t residentBytes()
{
#if defined(__linux__)
    std::FILE* const file = std::fopen("/proc/self/statm", "re");
    if (!file)
        return 0;
    unsigned long long whole = 0;
    unsigned long long resident = 0;
    const bool isRead = std::fscanf(file, "%llu %llu", &whole, &resident) == 2;
    std::fclose(file);
    const long pageBytes = sysconf(_SC_PAGESIZE);
    return isRead && pageBytes > 0 ? resident * static_cast<std::uint64_t>(pageBytes) : 0;
#else
    return 0;
#endif
}

std::uint64_t physicalBytes()
{
#if defined(_SC_PHYS_PAGES)
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long pageBytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && pageBytes > 0)
        return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageBytes);
#endif
    return 8ULL << 30;
}

std::uint64_t usualMemoryLimit()
{
    return physicalBytes() / 10 * 6;
}

std::uint64_t mostResidentBytes(std::uint64_t limit)
{
#if defined(__SANITIZE_ADDRESS__)
    constexpr std::uint64_t kBesideLimit = 160ULL << 20; // the program alone takes some 85 MiB there
#else
    constexpr std::uint64_t kBesideLimit = 64ULL << 20;
#endif
    return (limit != 0 ? limit : usualMemoryLimit()) + kBesideLimit;
}

} // namespace kinetoscope
