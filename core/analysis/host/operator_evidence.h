// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/host/host_tree.h"
#include "core/analysis/host/operator_groups.h"
#include "core/base/last_made.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// A rank as it was summed.
struct RankOperatorsRead {
    RankGpuWork work;
    RankOperators operators;
};

/// Everything the analysis reads from; evidence reads it again.
struct OperatorSource {
    std::shared_ptr<const ScopedHostTrees> trees;
    std::shared_ptr<const ScopedGpuWork> work;
    OperatorGrouping grouping;
    /// By rank; for evidence: the pointer goes from row to row, and a rank takes a tenth of a second a million events.
    std::shared_ptr<LastMade<std::size_t, RankOperatorsRead>> lastRead =
        std::make_shared<LastMade<std::size_t, RankOperatorsRead>>();

    /// O(events of the rank). Cancelled; Unreadable where arguments cannot be read again.
    [[nodiscard]] Result<RankOperatorsRead> rank(std::size_t i, const Progress& progress) const
    {
        KT_TRY(RankGpuWork gpu, work->rank(i, progress));
        KT_TRY(RankOperators operators, operatorsOf(*trees, i, gpu, grouping, progress));
        return RankOperatorsRead { std::move(gpu), std::move(operators) };
    }
};

/// What a cell of a column of the table `operators` is made of.
enum class OperatorEvidence : std::uint8_t { None, Calls, HostSelf, DeviceSelf, DeviceTotal };

/// @param column  the name of one of the table's columns; None of `rank`, which is made of nothing.
[[nodiscard]] OperatorEvidence operatorEvidenceOf(std::string_view column);

/// Where a row of the table comes from.
struct OperatorRowKey {
    std::size_t rank = 0; ///< in OperatorSource::trees
    std::uint32_t group = 0;
};

/// The slices and stretches that a cell is made of; empty where the rank cannot be read again,
/// or when told to stop.
/// O(events of the rank), less where it is the rank that was asked for last.
[[nodiscard]] Selection operatorSelection(
    const OperatorSource& source, const OperatorRowKey& key, OperatorEvidence what, const Progress& progress);

/// The row of the op that a slice is a call of, or that GPU work counts for as its own; none where there is no such
/// row.
/// @param keys  of the rows, in their order. Cost as operatorSelection.
[[nodiscard]] std::vector<std::size_t> operatorRowsOf(const OperatorSource& source,
    const std::vector<OperatorRowKey>& keys, const SliceRef& slice, const Progress& progress);

} // namespace kinetoscope
