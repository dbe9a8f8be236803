// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The columns of table `kernels`.
enum class AnnotationKernelColumn : std::uint8_t {
    Index,
    Process,
    Thread,
    Start,
    Duration,
    Stream,
    Correlation,
    ShortName,
    Category,
    Annotation,
    Rank,
    Device,
    Via,
    Name,
};

/// One piece of work, and what it belongs to.
struct AnnotatedKernel {
    SliceId work;
    SliceId annotation; ///< invalid: none
    bool viaLaunch = false;
};

/// The rows of one rank.
struct RankAnnotatedKernels {
    const RankTrace* rank = nullptr; ///< ScopedGpuWork keeps it
    std::uint32_t rankIndex = 0;
    std::vector<AnnotatedKernel> rows;
    std::unordered_map<StringId, std::string> shortNames;
    std::size_t firstRow = 0; ///< of the table
};

/// The rows of table `kernels`. Immutable once the last rank is added.
class AnnotationKernelRows final : public ComputedRows {
public:
    explicit AnnotationKernelRows(std::shared_ptr<const ScopedGpuWork> source)
        : m_source(std::move(source))
    {
    }

    void add(RankAnnotatedKernels rank)
    {
        rank.firstRow = m_count;
        m_count += rank.rows.size();
        m_ranks.push_back(std::move(rank));
    }

    [[nodiscard]] std::size_t count() const override { return m_count; }
    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = 0;
        for (const RankAnnotatedKernels& rank : m_ranks)
            bytes += rank.rows.capacity() * sizeof(AnnotatedKernel);
        return bytes;
    }

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t columnIndex) const override;
    [[nodiscard]] Cell figure(std::size_t row, std::size_t columnIndex) const override;

    /// The annotation for its column, else the work. O(log ranks).
    [[nodiscard]] Selection evidence(std::size_t row, AnnotationKernelColumn column) const;

private:
    [[nodiscard]] const RankAnnotatedKernels& rankOf(std::size_t row) const;

    std::shared_ptr<const ScopedGpuWork> m_source;
    std::vector<RankAnnotatedKernels> m_ranks;
    std::size_t m_count = 0;
};

/// The rows of one rank, as `work` has them. @param rank  outlives them. O(n log n). Returns early when told to stop.
[[nodiscard]] RankAnnotatedKernels annotatedKernelsOf(
    const RankTrace& rank, const RankGpuWork& work, const Progress& progress);

} // namespace kinetoscope
