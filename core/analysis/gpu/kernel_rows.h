// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/gpu/kernel_names_table.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/table.h"

#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kKernelsTitle = "Kernels by rank, type and name";

/// Columns of the table `kernels`.
[[nodiscard]] std::vector<ColumnDescriptor> kernelColumns();

/// One line of the table `kernels`, and which names it holds.
struct KernelRow {
    std::size_t rank = 0; ///< in ScopedGpuWork
    KernelType type = KernelType::Computation;
    KernelNameTotals totals;
    Nanoseconds typeSum = 0;
    Nanoseconds busy = 0;
    std::optional<double> peakShare; ///< %: how near its calls come to the device's peaks
    /// Of a folded line: the same by StringId of its names, for the lines that it holds; null where nothing is known.
    std::shared_ptr<const std::vector<PeakShare>> sharesByName;
};

/// Fills the share of the peaks of a line by those of its names.
void setPeakShare(KernelRow& row, const std::shared_ptr<const std::vector<PeakShare>>& sharesByName);

/// The table `kernels`: by type, name and rank, with what each row is made of and what was folded into it.
[[nodiscard]] Table kernelsTable(const std::shared_ptr<const ScopedGpuWork>& source, std::vector<KernelRow> rows);

} // namespace kinetoscope
