// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/tree/forward_links.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>

namespace kinetoscope {

namespace {

/// An op with a sequence number.
struct NumberedOp {
    std::int64_t sequence = 0;
    Timestamp start = 0;
    EventIndex event = 0;
    SliceId slice;

    /// Of ops that start at once the earlier in the file comes last: the last one up to a moment is the one to take.
    bool operator<(const NumberedOp& other) const
    {
        return std::tie(sequence, start, other.event) < std::tie(other.sequence, other.start, event);
    }
};

/// Ops with sequence numbers: of the forward pass, and of the backward pass, which name the thread they came from.
struct NumberedOps {
    std::vector<NumberedOp> forward;  ///< sorted
    std::vector<NumberedOp> backward; ///< by slice
};

bool hasSameFirst(const std::pair<SliceId, SliceId>& a, const std::pair<SliceId, SliceId>& b)
{
    return a.first == b.first;
}

/// Returns early when told to stop.
NumberedOps numberedOps(const Trace& trace, const Progress& progress)
{
    NumberedOps ops;
    const SliceTable& slices = trace.slices();
    const ArgColumns& args = trace.args();
    if (args.sequence.events().empty())
        return ops;
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const bool isOp = slices.kind[row] == EventKind::CpuOp;
        if (check.after(isOp ? 10 : 1))
            return ops;
        if (!isOp)
            continue;
        const EventIndex event = slices.eventIndex[row];
        const auto sequence = args.sequence.find(event);
        if (!sequence)
            continue;
        const bool isBackward = args.fwdThread.find(event).value_or(0) != 0;
        (isBackward ? ops.backward : ops.forward)
            .push_back({ *sequence, slices.start[row], event, SliceTable::at(row) });
    }
    // Sequence numbers grow along a thread.
    sortRuns(ops.forward, std::less<>(), progress);
    return ops;
}

SliceId partnerIn(const std::vector<std::pair<SliceId, SliceId>>& links, SliceId op)
{
    const auto link = std::ranges::lower_bound(links, op, {}, &std::pair<SliceId, SliceId>::first);
    return link != links.end() && link->first == op ? link->second : SliceId {};
}

} // namespace

Result<ForwardLinks> ForwardLinks::create(const Trace& trace, const Progress& progress)
{
    ForwardLinks links;
    StopCheck check(progress);
    const auto flows = trace.flows().all();
    // The backward pass runs the other way round: from the last forward op on its ops are in order already.
    for (std::size_t i = flows.size(); i-- > 0;) {
        if (check.after(1))
            return Error::stopped();
        const Flow& flow = flows[i];
        const std::string_view category = trace.category(flow.category);
        if ((category == "fwdbwd" || category == "forward_backward") && trace.kind(flow.to) == EventKind::CpuOp)
            links.m_forward.emplace_back(flow.to, flow.from);
    }
    sortRuns(links.m_forward, std::less<>(), progress);
    KT_TRY_DONE(progress.carryOn());
    links.m_forward.erase(
        std::unique(links.m_forward.begin(), links.m_forward.end(), hasSameFirst), links.m_forward.end());

    const NumberedOps ops = numberedOps(trace, progress);
    const std::size_t flowCount = links.m_forward.size();
    std::size_t flow = 0;
    for (const NumberedOp& op : ops.backward) {
        if (check.after(20))
            return Error::stopped();
        while (flow < flowCount && links.m_forward[flow].first < op.slice)
            ++flow;
        if (flow < flowCount && links.m_forward[flow].first == op.slice)
            continue; // an arrow says more than a number
        const auto after =
            std::ranges::upper_bound(ops.forward, NumberedOp { op.sequence, op.start, 0, {} }, std::less<>());
        if (after != ops.forward.begin() && (after - 1)->sequence == op.sequence)
            links.m_forward.emplace_back(op.slice, (after - 1)->slice);
    }
    sortRuns(links.m_forward, std::less<>(), progress); // two runs

    links.m_backward.reserve(links.m_forward.size());
    for (auto link = links.m_forward.rbegin(); link != links.m_forward.rend(); ++link)
        links.m_backward.emplace_back(link->second, link->first);
    const auto& start = trace.slices().start;
    const auto isBefore = [&start](const auto& a, const auto& b) {
        return std::tuple(a.first, start[a.second.index()], a.second)
            < std::tuple(b.first, start[b.second.index()], b.second);
    };
    sortRuns(links.m_backward, isBefore, progress);
    KT_TRY_DONE(progress.carryOn());
    links.m_backward.erase(
        std::unique(links.m_backward.begin(), links.m_backward.end(), hasSameFirst), links.m_backward.end());
    links.m_forward.shrink_to_fit();
    links.m_backward.shrink_to_fit();
    return links;
}

SliceId ForwardLinks::forwardOf(SliceId backward) const
{
    return partnerIn(m_forward, backward);
}

SliceId ForwardLinks::backwardOf(SliceId forward) const
{
    return partnerIn(m_backward, forward);
}

std::size_t ForwardLinks::memoryBytes() const
{
    return (m_forward.capacity() + m_backward.capacity()) * sizeof(Links::value_type);
}

} // namespace kinetoscope
