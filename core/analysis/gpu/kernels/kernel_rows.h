// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/gpu/kernels/kernel_names_table.h"
#include "core/base/message.h"
#include "core/numeric/union_sweep.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

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

/// The line of a name, or of those that are folded into one, with the share of the peaks that its names have.
[[nodiscard]] KernelRow kernelRow(std::size_t rank, KernelType type, KernelNameTotals totals, Nanoseconds typeSum,
    Nanoseconds busy, const std::shared_ptr<const std::vector<PeakShare>>& sharesByName);

/// When which of `types` run; bit i stands for entry i. O(rows log streams). Incomplete when told to stop.
[[nodiscard]] UnionSweep typeSweep(
    const RankGpuWork& work, const std::vector<KernelType>& types, const Progress& progress = {});

/// What one rank adds.
struct KernelsOfRank {
    std::map<int, Nanoseconds> timeByMask;
    std::vector<KernelRow> rows;
    Nanoseconds otherWork = 0;
    std::string longestOther; ///< name of the work of no type that takes most time
    Nanoseconds timeOfLongestOther = 0;
    std::vector<Remark> remarks;
};

/// Measures what the tables of kernel-breakdown are made of, rank by rank.
class KernelReader {
public:
    /// @param input  that `source` was made of; outlives this, as `classifier` does.
    KernelReader(const AnalysisInput& input, std::shared_ptr<const ScopedGpuWork> source,
        const KernelClassifier& classifier, std::vector<KernelType> types, FoldRule rule)
        : m_input(input)
        , m_source(std::move(source))
        , m_classifier(classifier)
        , m_types(std::move(types))
        , m_rule(rule)
    {
    }

    /// For several ranks at once. O(rows log rows). Errors: Cancelled.
    [[nodiscard]] Result<KernelsOfRank> measure(std::size_t rank, const Progress& progress) const;

private:
    const AnalysisInput& m_input;
    std::shared_ptr<const ScopedGpuWork> m_source;
    const KernelClassifier& m_classifier;
    std::vector<KernelType> m_types;
    FoldRule m_rule;
};

} // namespace kinetoscope
