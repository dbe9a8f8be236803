// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// The ranks that communicate with each other, as one run's metadata name them.
struct NamedGroup {
    std::string name {};                ///< of the process group; "" where the file names none
    std::string description {};         ///< "default_pg"; "" without one
    std::vector<std::int64_t> ranks {}; ///< of the job, ascending; empty: unknown
    std::int64_t size = 0;              ///< number of ranks; 0: unknown
    bool isOneOfSeveral = false;        ///< the file describes groups of other ranks, and nothing tells which one it is
};

} // namespace kinetoscope
