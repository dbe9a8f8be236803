// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activities/kernel_name_counts.h"

#include "core/analysis/scope/per_rank.h"
#include "core/base/names/short_name.h"
#include "core/base/sort_stably.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

std::size_t KernelNameLine::inputs() const
{
    return static_cast<std::size_t>(std::ranges::count_if(counts, [](auto c) { return c > 0; }));
}

std::string KernelNameLine::positions(bool found) const
{
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if ((counts[i] > 0) == found)
            text += fmt::format("{}{}", text.empty() ? "" : ",", i + 1);
    }
    return text;
}

bool isKernelRow(const Trace& trace, const GpuWorkRow& row)
{
    const EventKind kind = trace.kind(row.slice);
    return kind != EventKind::Memcpy && kind != EventKind::Memset;
}

std::string shownName(std::string_view name, bool isShort)
{
    return isShort ? shortName(name) : std::string(name);
}

Result<Done> countNames(const ScopedGpuWork& source, bool isShort, std::size_t input, std::size_t inputCount,
    std::map<std::string, KernelNameCounts>& names, const AnalysisContext& context)
{
    using CountsById = std::unordered_map<StringId, std::int64_t>;
    const auto count = [&](std::size_t i) -> Result<CountsById> {
        KT_TRY(const RankGpuWork work, source.rank(i, context.progress));
        const Trace& trace = *source.rankTrace(i).trace;
        CountsById counts;
        for (const GpuWorkRow& row : work.rows) {
            if (isKernelRow(trace, row))
                ++counts[trace.slices().name[row.slice.index()]];
        }
        return counts;
    };
    KT_TRY(const std::vector<CountsById> ranks, forEachRank(source.rankCount(), context, count));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        for (const auto& [id, calls] : ranks[i]) {
            KernelNameCounts& counts = names[shownName(source.rankTrace(i).trace->text(id), isShort)];
            counts.resize(inputCount);
            counts[input] += calls;
        }
    }
    return Done {};
}

std::vector<KernelNameLine> sortedLines(std::map<std::string, KernelNameCounts> names)
{
    std::vector<KernelNameLine> lines;
    for (auto& [name, counts] : names)
        lines.push_back({ name, std::move(counts) });
    sortStably(lines, [](const KernelNameLine& a, const KernelNameLine& b) {
        const std::size_t left = a.inputs();
        const std::size_t right = b.inputs();
        return left != right ? left < right : a.positions(true) < b.positions(true);
    });
    return lines;
}

} // namespace kinetoscope
