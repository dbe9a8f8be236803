// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/waiting_work.h"

#include "core/analysis/scope/per_rank.h"
#include "core/base/display_name.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

bool isWaitInComputation(EventKind kind, KernelType type, std::string_view name)
{
    return type == KernelType::Computation && kind != EventKind::Kernel && isWaitingKernelName(name);
}

std::optional<WaitingWork> waitingInComputation(
    const Trace& trace, const RankGpuWork& work, const KernelClassifier& classifier, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::map<StringId, bool> isWait; // each name is matched once
    const auto waits = [&](const GpuWorkRow& row) {
        const EventKind kind = slices.kind[row.slice.index()];
        if (row.type != KernelType::Computation || kind == EventKind::Kernel)
            return false;
        const StringId name = slices.name[row.slice.index()];
        const auto [known, isNew] = isWait.try_emplace(name, false);
        if (isNew)
            known->second =
                isWaitInComputation(kind, row.type, trace.text(name)) && !classifier.hasOwnRule(trace.text(name));
        return known->second;
    };
    std::map<StringId, Nanoseconds> sums;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            return std::nullopt;
        if (waits(row)) {
            Nanoseconds& sum = sums[slices.name[row.slice.index()]];
            sum = saturatingAdd(sum, row.range.length());
        }
    }
    const auto most = std::ranges::max_element(sums, {}, &decltype(sums)::value_type::second);
    if (most == sums.end() || most->second <= 0)
        return std::nullopt;
    const auto isNamed = [&](const GpuWorkRow& row) { return slices.name[row.slice.index()] == most->first; };
    const std::vector<TimeRange> runs = unionWhere(work, isNamed, progress);
    const std::vector<TimeRange> others = unionWhere(
        work, [&](const GpuWorkRow& row) { return row.type == KernelType::Computation && !isNamed(row); }, progress);
    return WaitingWork { most->first, totalLength(runs), totalLength(differenceOf(runs, others)) };
}

Remark waitingCountsAsComputation(const RankTrace& rank, const WaitingWork& waiting, Nanoseconds computation)
{
    return remarkOfRank(rank, "waits-in-computation",
        { KT_PHRASE("waiting-work",
              "%1 counts as computation and runs for %2, though by its name it only waits: without it, computation "
              "takes %3, not %4. A rule for its name can say what it is."),
            arg::Name { displayName(rank.trace->text(waiting.name)) }, arg::Duration { waiting.time },
            arg::Duration { saturatingSubtract(computation, waiting.alone) }, arg::Duration { computation } });
}

} // namespace kinetoscope
