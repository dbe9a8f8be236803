// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/forward_links.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsPerCheck = 64 * 1024;

Error stopped()
{
    return { ErrorCode::Cancelled, "The analysis was stopped." };
}

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
    std::vector<NumberedOp> forward;
    std::vector<NumberedOp> backward;
};

Result<NumberedOps> numberedOps(const Trace& trace, const Progress& progress)
{
    NumberedOps ops;
    const SliceTable& slices = trace.slices();
    const ArgColumns& args = trace.args();
    if (args.sequence.events().empty())
        return ops;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (row % kRowsPerCheck == 0 && progress.shouldStop())
            return stopped();
        if (slices.kind[row] != EventKind::CpuOp)
            continue;
        const EventIndex event = slices.eventIndex[row];
        const auto sequence = args.sequence.find(event);
        if (!sequence)
            continue;
        const bool isBackward = args.fwdThread.find(event).value_or(0) != 0;
        (isBackward ? ops.backward : ops.forward)
            .push_back({ *sequence, slices.start[row], event, SliceTable::at(row) });
    }
    std::sort(ops.forward.begin(), ops.forward.end());
    return ops;
}

} // namespace

Result<ForwardLinks> ForwardLinks::create(const Trace& trace, const Progress& progress)
{
    std::unordered_map<std::uint32_t, SliceId> forwardOf; // by backward op
    for (const Flow& flow : trace.flows().all()) {
        const std::string_view category = trace.category(flow.category);
        if ((category == "fwdbwd" || category == "forward_backward") && trace.kind(flow.to) == EventKind::CpuOp)
            forwardOf.try_emplace(flow.to.value, flow.from);
    }
    const Result<NumberedOps> ops = numberedOps(trace, progress);
    if (!ops)
        return ops.error();
    for (const NumberedOp& op : ops->backward) {
        if (forwardOf.contains(op.slice.value))
            continue;
        const auto after =
            std::upper_bound(ops->forward.begin(), ops->forward.end(), NumberedOp { op.sequence, op.start, 0, {} });
        if (after != ops->forward.begin() && (after - 1)->sequence == op.sequence)
            forwardOf.emplace(op.slice.value, (after - 1)->slice);
    }
    ForwardLinks links;
    for (const auto& [backward, forward] : forwardOf)
        links.m_forward.emplace_back(SliceId { backward }, forward);
    std::sort(links.m_forward.begin(), links.m_forward.end());

    for (const auto& [backward, forward] : links.m_forward)
        links.m_backward.emplace_back(forward, backward);
    const auto& start = trace.slices().start;
    std::sort(links.m_backward.begin(), links.m_backward.end(), [&start](const auto& a, const auto& b) {
        return std::tuple(a.first, start[a.second.index()], a.second)
            < std::tuple(b.first, start[b.second.index()], b.second);
    });
    const auto isSame = [](const auto& a, const auto& b) { return a.first == b.first; };
    links.m_backward.erase(
        std::unique(links.m_backward.begin(), links.m_backward.end(), isSame), links.m_backward.end());
    links.m_backward.shrink_to_fit();
    return links;
}

namespace {

SliceId partnerIn(const std::vector<std::pair<SliceId, SliceId>>& links, SliceId op)
{
    const auto link = std::lower_bound(
        links.begin(), links.end(), op, [](const auto& each, SliceId wanted) { return each.first < wanted; });
    return link != links.end() && link->first == op ? link->second : SliceId {};
}

} // namespace

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
