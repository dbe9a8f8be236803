// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/tree/call_paths.h"
#include "core/analysis/types/analysis.h"

#include <memory>
#include <vector>

namespace kinetoscope {

/// The table `paths`: a row for each path that is shown, rank by rank, in the order of CallPaths. What a row is made of
/// is what its calls are made of, all together.
[[nodiscard]] TableDescriptor callPathsDescriptor();

/// @param trees  what `ranks` were made of.
/// @param ranks  without lookups; in the order of `trees`, and so are `paths`.
[[nodiscard]] Table callPathsTable(std::shared_ptr<const ScopedHostTrees> trees,
    std::shared_ptr<const ScopedGpuWork> work, std::shared_ptr<const std::vector<CallTreeNodes>> ranks,
    std::vector<CallPaths> paths);

} // namespace kinetoscope
