// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/lost_kernels.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/launch/graph_captures.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

namespace {

std::vector<bool> namesOfKernelLaunches(const Trace& trace)
{
    std::vector<bool> are(trace.strings().size());
    for (std::uint32_t id = 0; id < are.size(); ++id) {
        const std::string_view text = trace.text(StringId { id });
        are[id] = text.find("LaunchKernel") != std::string_view::npos && callNameOf(text) == CallName::Launch;
    }
    return are;
}

/// A runtime call and the driver call in it are one launch: only one of the two has the kernel.
bool isLaunchedByAnother(const SliceTable& slices, SliceId call)
{
    const SliceId outer = slices.parent[call.index()];
    if (outer.isValid() && isApiCall(slices.kind[outer.index()]))
        return true;
    const std::size_t next = call.index() + 1;
    return next < slices.size() && slices.parent[next] == call && slices.partner[next].isValid();
}

} // namespace

LostKernels::LostKernels(const Trace& trace)
    : m_trace(trace)
{
    const std::vector<bool> areLaunches = namesOfKernelLaunches(trace);
    if (std::ranges::find(areLaunches, true) == areLaunches.end())
        return;
    const SliceTable& slices = trace.slices();
    const GraphCaptures captures(trace);
    std::size_t unlinked = 0;
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (slices.partner[row].isValid())
            continue;
        const SliceId slice = SliceTable::at(row);
        unlinked += slices.kind[row] == EventKind::Kernel ? 1 : 0;
        if (isApiCall(slices.kind[row]) && areLaunches[slices.name[row].index()] && slices.isSound(slice)
            && !captures.has(slice) && !isLaunchedByAnother(slices, slice))
            m_launches.push_back(slice);
    }
    // Kernels without a launch may be theirs: what is missing then is the number that links the two.
    if (unlinked * 10 > m_launches.size())
        m_launches.clear();
}

std::size_t LostKernels::before(SliceId work) const
{
    if (m_launches.empty() || !work.isValid() || !isGpuWork(m_trace.kind(work)))
        return 0;
    const SliceTable& slices = m_trace.slices();
    const std::uint32_t first = m_trace.track(m_trace.trackOf(work)).firstSlice;
    std::size_t row = work.index();
    do {
        if (row == first)
            return 0;
        --row;
    } while (!isGpuWork(slices.kind[row]));
    const SliceId from = slices.partner[row];
    const SliceId until = slices.partner[work.index()];
    if (!from.isValid() || !until.isValid())
        return 0;
    const std::uint32_t thread = m_trace.track(m_trace.trackOf(until)).firstSlice;
    const auto end = std::ranges::lower_bound(m_launches, until);
    const auto begin = std::ranges::lower_bound(m_launches.begin(), end, SliceTable::at(thread));
    const auto after = std::ranges::upper_bound(
        begin, end, slices.start[from.index()], {}, [&slices](SliceId launch) { return slices.start[launch.index()]; });
    return static_cast<std::size_t>(end - after);
}

Remark kernelsNotRecorded(const RankTrace& rank, Nanoseconds time)
{
    return remarkOfRank(rank, "kernels-not-recorded",
        { KT_PHRASE("causes",
              "%1 of the waiting is before work that was launched after kernels that are not in the file: the GPU may "
              "have been running these."),
            arg::Duration { time } });
}

} // namespace kinetoscope
