// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kinetoscope {

/// What this process holds in memory now, bytes; 0 where the system does not tell. Some microseconds.
[[nodiscard]] std::uint64_t residentBytes();
/// Memory of the machine, bytes; 8 GiB where the system does not tell.
[[nodiscard]] std::uint64_t physicalBytes();
/// What a job may take where nobody said: 60 % of the machine's memory.
[[nodiscard]] std::uint64_t usualMemoryLimit();
/// What the whole program may hold while a job runs: the limit, and 64 MiB beside it (blocks of text, the program
/// itself). @param limit  bytes; 0: the usual limit.
[[nodiscard]] std::uint64_t mostResidentBytes(std::uint64_t limit = 0);

} // namespace kinetoscope
