// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_host.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace kinetoscope::tests {

namespace {

int levelOf(EventKind kind)
{
    return kind == EventKind::RuntimeCall ? 1 : kind == EventKind::DriverCall ? 2 : 0;
}

struct SlowLaunch {
    SliceId call;
    SliceId work;
};

/// Sound work of sound API calls that start in the scope.
std::vector<SlowLaunch> launchesOf(const RankTrace& rank, const Scope& scope)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    std::vector<SlowLaunch> launches;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId work = SliceTable::at(row);
        if (!isGpuWork(slices.kind[row]) || !slices.isSound(work))
            continue;
        const auto call = slowCallOf(rank.trace, work);
        if (!call)
            continue;
        const Timestamp start = slices.start[call->index()] + rank.clockOffset;
        const bool isInRange = !scope.range || (scope.range->begin <= start && start < scope.range->end);
        const bool isWanted =
            isInRange && isInSteps(rank, scope, start) && isOnStream(scope, trace.track(trace.trackOf(work)).stream);
        if (isWanted && isApiCall(trace.kind(*call)) && slices.isSound(*call))
            launches.push_back({ *call, work });
    }
    return launches;
}

std::vector<SliceId> withAncestors(const Trace& trace, SliceId slice)
{
    std::vector<SliceId> chain; // innermost first
    for (; slice.isValid(); slice = trace.slices().parent[slice.index()])
        chain.push_back(slice);
    return chain;
}

bool isNamedHostSlice(const Trace& trace, SliceId slice, const std::string& name)
{
    const EventKind kind = trace.kind(slice);
    const bool isHost = kind == EventKind::CpuOp || kind == EventKind::UserAnnotation || isApiCall(kind)
        || kind == EventKind::PythonFunction;
    return isHost && trace.name(slice) == name;
}

/// What each op launched.
std::map<SliceId, std::vector<SlowLaunch>> launchesByOp(
    const RankTrace& rank, const Scope& scope, const std::string& opName)
{
    const Trace& trace = *rank.trace;
    std::map<SliceId, std::vector<SlowLaunch>> byOp;
    for (const SlowLaunch& launch : launchesOf(rank, scope)) {
        SliceId outermost;
        for (const SliceId slice : withAncestors(trace, launch.call)) {
            if (opName.empty() && trace.kind(slice) == EventKind::CpuOp)
                byOp[slice].push_back(launch);
            if (!opName.empty() && isNamedHostSlice(trace, slice, opName))
                outermost = slice;
        }
        if (outermost.isValid())
            byOp[outermost].push_back(launch);
    }
    return byOp;
}

/// Without a name: an op of which no op around it has the same launches, and not too many of them.
bool isChain(const Trace& trace, SliceId op, const std::map<SliceId, std::vector<SlowLaunch>>& byOp)
{
    constexpr std::size_t kMost = 64;
    const std::size_t count = byOp.at(op).size();
    for (const SliceId slice : withAncestors(trace, trace.slices().parent[op.index()])) {
        if (trace.kind(slice) == EventKind::CpuOp)
            return count <= kMost && byOp.at(slice).size() != count;
    }
    return count <= kMost;
}

} // namespace

std::vector<SliceId> slowParents(const Trace& trace, const Track& track)
{
    const SliceTable& slices = trace.slices();
    const Nanoseconds tolerance = trace.report().hasFractionalTimes ? 1'000 : 0;
    std::vector<std::uint32_t> order;
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        if ((slices.flags[row] & (kSliceUnfinished | kSliceNegativeDuration | kSliceClamped)) != 0)
            return {};
        order.push_back(row);
    }
    std::sort(order.begin(), order.end(), [&slices](std::uint32_t a, std::uint32_t b) {
        return std::tuple(
                   slices.start[a], levelOf(slices.kind[a]), -slices.end(SliceTable::at(a)), slices.eventIndex[a])
            < std::tuple(
                slices.start[b], levelOf(slices.kind[b]), -slices.end(SliceTable::at(b)), slices.eventIndex[b]);
    });
    struct Candidate {
        SliceId slice;
        Timestamp treeEnd = 0;
    };
    std::vector<SliceId> parents(track.sliceCount);
    std::vector<Candidate> candidates; // of the rows to come
    for (const std::uint32_t row : order) {
        const Timestamp start = slices.start[row];
        Timestamp end = slices.end(SliceTable::at(row));
        for (std::size_t i = candidates.size(); i-- > 0;) {
            const Candidate& candidate = candidates[i];
            if (start < candidate.treeEnd && end <= candidate.treeEnd + tolerance) {
                parents[row - track.firstSlice] = candidate.slice;
                end = std::min(end, candidate.treeEnd);
                break;
            }
            candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(i));
        }
        if (end > start)
            candidates.push_back({ SliceTable::at(row), end });
    }
    return parents;
}

namespace {

/// The backward thread and the phases of the main thread that its calls hang below (SPEC.md 12.4), by looking at
/// everything.
struct SlowBackward {
    TrackId thread; ///< invalid: nothing is joined
    std::vector<SliceId> phases;

    [[nodiscard]] SliceId phaseAround(const Trace& trace, SliceId call) const
    {
        const TimeRange range = trace.slices().range(call);
        SliceId best;
        for (const SliceId phase : phases) {
            const TimeRange whole = trace.slices().range(phase);
            if (whole.begin > range.begin || whole.end < range.end)
                continue;
            if (!best.isValid() || whole.begin >= trace.slices().range(best).begin)
                best = phase;
        }
        return best;
    }
};

SlowBackward slowBackward(const Trace& trace)
{
    const auto slicesOf = [&trace](TrackId track, std::string_view word) {
        std::vector<SliceId> found;
        for (std::size_t row = 0; row < trace.slices().size(); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (trace.trackOf(slice) == track && trace.name(slice).find(word) != std::string_view::npos)
                found.push_back(slice);
        }
        return found;
    };
    std::vector<TrackId> mains;
    std::vector<TrackId> backwards;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].kind != TrackKind::HostThread)
            continue;
        if (!slicesOf(TrackId { i }, "ProfilerStep#").empty())
            mains.push_back(TrackId { i });
        else if (!slicesOf(TrackId { i }, "autograd::").empty())
            backwards.push_back(TrackId { i });
    }
    if (mains.size() != 1 || backwards.size() != 1)
        return {};
    SlowBackward result { backwards.front(), slicesOf(mains.front(), "## backward ##") };
    if (result.phases.empty())
        result.phases = slicesOf(mains.front(), "ProfilerStep#");
    std::erase_if(result.phases, [&trace](SliceId slice) {
        return trace.kind(slice) != EventKind::CpuOp && trace.kind(slice) != EventKind::UserAnnotation;
    });
    return result;
}

} // namespace

std::map<std::int64_t, SlowNode> slowCallTree(const RankTrace& rank, const Scope& scope)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    const auto wholeOf = [&](SliceId slice) {
        return TimeRange { slices.start[slice.index()] + rank.clockOffset, slices.end(slice) + rank.clockOffset };
    };
    const auto visibleOf = [&](SliceId slice) { return visiblePart(scope, wholeOf(slice)); };
    const auto isShown = [&](SliceId slice) {
        const EventKind kind = trace.kind(slice);
        return (kind == EventKind::CpuOp || kind == EventKind::UserAnnotation || isApiCall(kind)
                   || kind == EventKind::PythonFunction)
            && trace.track(trace.trackOf(slice)).kind == TrackKind::HostThread && slices.isSound(slice)
            && isInSteps(rank, scope, wholeOf(slice).begin);
    };
    const SlowBackward backward = slowBackward(trace);
    const auto shownAround = [&](SliceId slice) { // itself included, innermost first
        std::vector<SliceId> chain;
        const auto append = [&](SliceId from) {
            for (const SliceId around : withAncestors(trace, from)) {
                if (isShown(around))
                    chain.push_back(around);
            }
        };
        append(slice);
        if (!chain.empty() && trace.trackOf(chain.back()) == backward.thread) {
            if (const SliceId phase = backward.phaseAround(trace, chain.back()); phase.isValid())
                append(phase);
        }
        return chain;
    };
    const auto indexOf = [&slices](SliceId slice) { return std::int64_t { slices.eventIndex[slice.index()] }; };

    std::map<std::int64_t, SlowNode> nodes;
    std::map<std::int64_t, std::vector<TimeRange>> children;
    std::set<std::int64_t> outside;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!isShown(slice))
            continue;
        const std::vector<SliceId> chain = shownAround(slice);
        const std::optional<TimeRange> visible = visibleOf(slice);
        SlowNode& node = nodes[indexOf(slice)];
        node.depth = static_cast<std::int64_t>(chain.size()) - 1;
        node.self = visible ? visible->end - visible->begin : 0;
        if (!visible)
            outside.insert(indexOf(slice));
        if (chain.size() > 1) {
            node.parent = indexOf(chain[1]);
            const std::optional<TimeRange> around = visibleOf(chain[1]);
            const bool isOnOneThread = trace.trackOf(slice) == trace.trackOf(chain[1]); // another one's time is its own
            if (visible && around && isOnOneThread)
                children[node.parent].push_back(
                    { std::max(visible->begin, around->begin), std::min(visible->end, around->end) });
        }
        for (std::size_t up = 1; up < chain.size(); ++up) {
            SlowNode& outer = nodes[indexOf(chain[up])];
            outer.height = std::max(outer.height, static_cast<std::int64_t>(up) + 1);
        }
    }
    for (auto& [index, ranges] : children) {
        std::sort(
            ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
        Timestamp coveredTo = kMinTimestamp;
        for (const TimeRange& range : ranges) {
            const Timestamp from = std::max(range.begin, coveredTo);
            nodes[index].self -= std::max<Nanoseconds>(0, saturatingSubtract(range.end, from));
            coveredTo = std::max(coveredTo, range.end);
        }
    }
    std::map<std::int64_t, TimeRange> spans;
    for (const SlowWork& work : slowWork(rank, scope)) {
        const std::optional<TimeRange> visible = visiblePart(scope, { work.begin, work.end });
        if (!visible)
            continue;
        for (const SliceId slice : shownAround(work.call)) {
            SlowNode& node = nodes[indexOf(slice)];
            ++node.kernels;
            node.kernelSum += visible->end - visible->begin;
            const auto [span, isNew] = spans.try_emplace(indexOf(slice), *visible);
            if (!isNew)
                span->second = { std::min(span->second.begin, visible->begin),
                    std::max(span->second.end, visible->end) };
        }
    }
    for (const auto& [index, span] : spans)
        nodes[index].kernelSpan = span.end - span.begin;
    std::erase_if(
        nodes, [&outside](const auto& node) { return outside.count(node.first) > 0 && node.second.kernels == 0; });
    return nodes;
}

Figures slowSequences(const RankTrace& rank, const Scope& scope, const std::string& opName, std::size_t minimumKernels,
    bool inLaunchOrder)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    std::map<std::string, std::array<std::int64_t, 4>> byPattern; // count, gpu, op, gaps
    const auto byOp = launchesByOp(rank, scope, opName);
    for (auto [op, launches] : byOp) {
        if (launches.size() < minimumKernels || (opName.empty() && !isChain(trace, op, byOp)))
            continue;
        std::sort(launches.begin(), launches.end(), [&](const SlowLaunch& a, const SlowLaunch& b) {
            const auto key = [&](const SlowLaunch& launch) {
                const std::size_t row = inLaunchOrder ? launch.call.index() : launch.work.index();
                // Works of one call stand in the order in which they start.
                return std::tuple(
                    slices.start[row], slices.eventIndex[row], slices.start[launch.work.index()], launch.work);
            };
            return key(a) < key(b);
        });
        std::string pattern(trace.name(op));
        std::array<std::int64_t, 4> sums { 1, 0, slices.duration(op), 0 };
        for (const SlowLaunch& launch : launches) {
            pattern += "|" + std::string(trace.name(launch.work));
            sums[1] += slices.duration(launch.work);
        }
        // Gaps: from what ends last so far to the next start.
        std::sort(launches.begin(), launches.end(), [&slices](const SlowLaunch& a, const SlowLaunch& b) {
            return slices.start[a.work.index()] < slices.start[b.work.index()];
        });
        Timestamp freeAt = slices.end(launches.front().work);
        for (const SlowLaunch& launch : launches) {
            const Nanoseconds gap = slices.start[launch.work.index()] - freeAt;
            sums[3] += gap > 0 && gap < 30'000 ? gap : 0; // longer pauses no fusing removes
            freeAt = std::max(freeAt, slices.end(launch.work));
        }
        for (std::size_t i = 0; i < sums.size(); ++i)
            byPattern[pattern][i] += sums[i];
    }
    Figures figures;
    for (const auto& [pattern, sums] : byPattern) {
        if (opName.empty() && sums[0] < 2)
            continue;
        figures[pattern + " count"] = sums[0];
        figures[pattern + " gpu"] = sums[1];
        figures[pattern + " op"] = sums[2];
        figures[pattern + " gaps"] = sums[3];
    }
    return figures;
}

} // namespace kinetoscope::tests
