// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// Which GPU work a row of a table of inductor-kernels is about; evidence reads it again.
struct InductorRowKey {
    enum class Kind : std::uint8_t { Names, Graph, Everything };
    std::size_t rank = 0; ///< in ScopedGpuWork
    Kind kind = Kind::Everything;
    std::vector<StringId> names; ///< sorted kernel names; or the one name of a graph
};

/// What the cells of a table are made of: the GPU work of their row; in the column of its calls, the calls of a graph.
/// @param source  which the function keeps. @param keys  of the rows, in their order.
/// A cell takes O(GPU work of the rank); told to stop it is not complete. The function may be called by any thread.
[[nodiscard]] Table::LongEvidenceFunction inductorEvidence(
    std::shared_ptr<const ScopedGpuWork> source, std::vector<InductorRowKey> keys);

} // namespace kinetoscope
