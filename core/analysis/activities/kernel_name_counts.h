// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Calls of a name in each input; 0: not there.
using KernelNameCounts = std::vector<std::int64_t>;

/// A name, and in which inputs it is.
struct KernelNameLine {
    std::string name;
    KernelNameCounts counts;

    [[nodiscard]] std::size_t inputs() const;
    /// "1,3": positions of the inputs that have it, or have it not.
    [[nodiscard]] std::string positions(bool found) const;
};

[[nodiscard]] bool isKernelRow(const Trace& trace, const GpuWorkRow& row);
/// As the table has it.
[[nodiscard]] std::string shownName(std::string_view name, bool isShort);

/// Counts the kernel names of one input.
[[nodiscard]] Result<Done> countNames(const ScopedGpuWork& source, bool isShort, std::size_t input,
    std::size_t inputCount, std::map<std::string, KernelNameCounts>& names, const AnalysisContext& context);

/// Names that are not everywhere first, grouped by where they are.
[[nodiscard]] std::vector<KernelNameLine> sortedLines(std::map<std::string, KernelNameCounts> names);

} // namespace kinetoscope
