// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/kernels/kernel_names_table.h"

#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <utility>

namespace kinetoscope {

std::vector<KernelNameTotals> totalsByName(
    const Trace& trace, const RankGpuWork& work, KernelType type, const Progress& progress)
{
    constexpr std::uint32_t kUnseen = 0xffff'ffffu;
    std::vector<std::uint32_t> lineOfName(trace.strings().size(), kUnseen);
    std::vector<KernelNameTotals> lines;
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            break;
        if (row.type != type)
            continue;
        const StringId name = slices.name[row.slice.index()];
        std::uint32_t& line = lineOfName[name.index()];
        if (line == kUnseen) {
            line = static_cast<std::uint32_t>(lines.size());
            lines.push_back({ { name }, {}, false });
        }
        lines[line].statistics.add(row.range.length());
    }
    sortStably(lines, [&trace](const KernelNameTotals& a, const KernelNameTotals& b) {
        if (a.statistics.sum() != b.statistics.sum())
            return a.statistics.sum() > b.statistics.sum();
        return trace.text(a.names.front()) < trace.text(b.names.front());
    });
    return lines;
}

std::vector<KernelNameTotals> foldNames(std::vector<KernelNameTotals> names, const FoldRule& rule)
{
    const std::vector<double> sums =
        mapped(names, [](const KernelNameTotals& name) { return static_cast<double>(name.statistics.sum()); });
    const std::vector<bool> folded = foldToOthers(sums, rule.keep, rule.ratio, rule.rule);

    std::vector<KernelNameTotals> lines;
    KernelNameTotals others;
    others.isOthers = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!folded[i]) {
            lines.push_back(std::move(names[i]));
            continue;
        }
        others.names.push_back(names[i].names.front());
        others.statistics.merge(names[i].statistics);
    }
    if (!others.names.empty())
        lines.push_back(std::move(others));
    return lines;
}

} // namespace kinetoscope
