// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/polling.h"

#include "core/base/contains.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// Of the windows: from here on it is told.
constexpr double kLeastPolling = 0.05;
/// So many calls without another one of the runtime between them are asking again and again.
constexpr std::size_t kFewestQueries = 5;

bool isQuery(std::string_view call)
{
    constexpr std::array<std::string_view, 6> kQueries { "cudaEventQuery", "cudaStreamQuery", "cuEventQuery",
        "cuStreamQuery", "hipEventQuery", "hipStreamQuery" };
    return startsWithAny(call, kQueries);
}

/// The caching allocator asks which blocks are free again; a program that waits asks outside of PyTorch's ops.
bool isInOp(const Trace& trace, SliceId call)
{
    for (SliceId around = trace.slices().parent[call.index()]; around.isValid();
         around = trace.slices().parent[around.index()]) {
        if (trace.kind(around) == EventKind::CpuOp && trace.name(around).starts_with("aten::"))
            return true;
    }
    return false;
}

std::vector<TimeRange> gpuBusyIn(const Trace& trace, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::vector<TimeRange> ranges;
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (isGpuWork(slices.kind[row]) && slices.isSound(slice))
            ranges.push_back({ slices.start[row], slices.end(slice) });
    }
    return unionOf(std::move(ranges), progress);
}

} // namespace

std::optional<Polling> pollingOf(
    const Trace& trace, TrackId thread, std::vector<TimeRange> windows, const Progress& progress)
{
    std::vector<bool> isQueryName(trace.strings().size(), false);
    bool hasAny = false;
    for (std::size_t i = 0; i < isQueryName.size(); ++i) {
        isQueryName[i] = isQuery(trace.text(StringId { i }));
        hasAny = hasAny || isQueryName[i];
    }
    windows = unionOf(std::move(windows));
    if (!hasAny || !thread.isValid() || windows.empty())
        return std::nullopt;
    const SliceTable& slices = trace.slices();
    Polling found;
    found.wall = totalLength(windows);
    std::map<StringId, std::int64_t> calls;
    std::vector<TimeRange> rows;
    std::vector<SliceId> row; // of queries
    const auto endRow = [&] {
        if (row.size() >= kFewestQueries) {
            rows.push_back({ slices.start[row.front().index()], slices.end(row.back()) });
            for (const SliceId query : row)
                ++calls[slices.name[query.index()]];
            found.calls += static_cast<std::int64_t>(row.size());
        }
        row.clear();
    };
    const Track& track = trace.track(thread);
    StopCheck check(progress);
    for (std::uint32_t at = track.firstSlice; at < track.endSlice() && !check.after(1); ++at) {
        const SliceId slice = SliceTable::at(at);
        if (!isApiCall(slices.kind[at]) || !slices.isSound(slice))
            continue;
        if (!isQueryName[slices.name[at].index()] || isInOp(trace, slice))
            endRow();
        else if (const auto next = std::ranges::upper_bound(windows, slices.start[at], {}, &TimeRange::end);
                 next != windows.end() && next->begin <= slices.start[at])
            row.push_back(slice);
    }
    endRow();
    if (rows.empty())
        return std::nullopt;
    found.time = totalLength(intersectionOf(
        windows, intersectionOf(unionOf(std::move(rows), progress), gpuBusyIn(trace, progress), progress), progress));
    found.call = std::ranges::max_element(calls, {}, &std::pair<const StringId, std::int64_t>::second)->first;
    const bool isReal = static_cast<double>(found.time) >= kLeastPolling * static_cast<double>(found.wall);
    return isReal ? std::optional(found) : std::nullopt;
}

Remark asksAgainAndAgain(const RankTrace& rank, const Polling& polling)
{
    return remarkOfRank(rank, "asks-again",
        { KT_PHRASE("causes",
              "for %1 (%2 of the time), while the GPU works, the main thread asks again and again whether GPU work is "
              "done, in %3 calls (%4): it may be waiting for that work, which neither the critical path nor a replay "
              "can follow. Time of the host in and around these calls may be waiting for the GPU, then: a faster host "
              "may save less than is said, and faster GPU work more."),
            arg::Duration { polling.time }, arg::Share { polling.time, polling.wall }, arg::Count { polling.calls },
            arg::Name { std::string(rank.trace->text(polling.call)) } });
}

} // namespace kinetoscope
