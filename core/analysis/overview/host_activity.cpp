// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/host_activity.h"

#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsPerCheck = 64 * 1024;

enum class Activity : std::uint8_t { None, Sync, Loading, Allocating };

Activity activityOf(EventKind kind, std::string_view name)
{
    if (isApiCall(kind)) {
        if (isHostSyncCallName(name))
            return Activity::Sync;
        const bool allocates = name.starts_with("cudaMalloc") || name.starts_with("cudaFree")
            || name.starts_with("hipMalloc") || name.starts_with("hipFree") || name.starts_with("cuMemAlloc")
            || name.starts_with("cuMemFree") || name.starts_with("cudaHostAlloc") || name.starts_with("hipHostMalloc");
        // A stream-ordered allocation does not make the host wait.
        return allocates && name.find("Async") == std::string_view::npos ? Activity::Allocating : Activity::None;
    }
    // What torch.utils.data records around the wait for a batch.
    return name.starts_with("enumerate(DataLoader)") ? Activity::Loading : Activity::None;
}

/// One call of the host that may explain a gap.
struct HostCall {
    TimeRange range; ///< job time
    SliceId slice;
};

class ActivityFinder {
public:
    ActivityFinder(const RankTrace& rank, const std::vector<TimeRange>& gaps)
        : m_rank(rank)
        , m_slices(rank.trace->slices())
        , m_gaps(gaps)
        , m_kinds(rank.trace->strings().size() * 2, kUnknown)
    {
    }

    bool read(const Progress& progress)
    {
        for (const Track& track : m_rank.trace->tracks()) {
            if (track.kind != TrackKind::HostThread)
                continue;
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
                if ((row - track.firstSlice) % kRowsPerCheck == 0 && progress.shouldStop())
                    return false;
                const Activity activity = kindOf(row);
                const SliceId slice = SliceTable::at(row);
                if (activity == Activity::None || !m_slices.isSound(slice))
                    continue;
                const TimeRange range { m_rank.toJobTime(m_slices.start[row]), m_rank.toJobTime(m_slices.end(slice)) };
                m_calls[static_cast<std::size_t>(activity)].push_back({ range, slice });
            }
        }
        return true;
    }

    /// A gap follows a synchronisation if the host is in one when the work ends.
    IdleWhile afterSync()
    {
        return collect(Activity::Sync, [](const TimeRange& gap, const TimeRange& call) {
            return call.begin <= gap.begin && gap.begin <= call.end ? gap : TimeRange {};
        });
    }
    /// The part of a gap in which the call runs.
    IdleWhile during(Activity activity)
    {
        return collect(activity, [](const TimeRange& gap, const TimeRange& call) { return gap.clippedTo(call); });
    }

private:
    static constexpr std::uint8_t kUnknown = 255;

    Activity kindOf(std::uint32_t row)
    {
        const EventKind kind = m_slices.kind[row];
        const bool isCall = isApiCall(kind);
        if (!isCall && kind != EventKind::CpuOp && kind != EventKind::UserAnnotation)
            return Activity::None;
        std::uint8_t& known = m_kinds[m_slices.name[row].index() * 2 + (isCall ? 1 : 0)];
        if (known == kUnknown)
            known = static_cast<std::uint8_t>(activityOf(kind, m_rank.trace->text(m_slices.name[row])));
        return static_cast<Activity>(known);
    }

    template <typename PartOf> IdleWhile collect(Activity activity, PartOf partOf)
    {
        std::vector<HostCall>& calls = m_calls[static_cast<std::size_t>(activity)];
        std::stable_sort(calls.begin(), calls.end(),
            [](const HostCall& a, const HostCall& b) { return a.range.begin < b.range.begin; });
        IdleWhile found;
        std::vector<TimeRange> parts;
        std::map<StringId, Nanoseconds> byName;
        std::map<StringId, Nanoseconds> byCaller;
        std::size_t gap = 0;
        for (const HostCall& call : calls) {
            while (gap < m_gaps.size() && m_gaps[gap].end <= call.range.begin)
                ++gap;
            Nanoseconds mine = 0;
            // Calls of several threads overlap: look back is not needed, gaps only grow past the starts of calls.
            for (std::size_t i = gap; i < m_gaps.size() && m_gaps[i].begin <= call.range.end; ++i) {
                const TimeRange part = partOf(m_gaps[i], call.range);
                if (part.isEmpty())
                    continue;
                parts.push_back(part);
                mine = saturatingAdd(mine, part.length());
            }
            if (mine == 0)
                continue;
            ++found.calls;
            byName[m_slices.name[call.slice.index()]] += mine;
            if (const SliceId caller = callerOf(call.slice); caller.isValid())
                byCaller[m_slices.name[caller.index()]] += mine;
        }
        for (const TimeRange& part : unionOf(std::move(parts)))
            found.idle.add(part);
        found.name = mostOf(byName);
        found.caller = mostOf(byCaller);
        return found;
    }

    /// Innermost op or annotation around a call.
    [[nodiscard]] SliceId callerOf(SliceId slice) const
    {
        constexpr int kMostSteps = 1'000; // real trees are some hundred deep
        SliceId up = m_slices.parent[slice.index()];
        for (int i = 0; up.isValid() && i < kMostSteps; up = m_slices.parent[up.index()], ++i) {
            const EventKind kind = m_slices.kind[up.index()];
            if (kind == EventKind::CpuOp || kind == EventKind::UserAnnotation)
                return up;
        }
        return {};
    }

    [[nodiscard]] std::string mostOf(const std::map<StringId, Nanoseconds>& sums) const
    {
        const auto most = std::max_element(
            sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == sums.end() ? std::string() : std::string(m_rank.trace->text(most->first));
    }

    const RankTrace& m_rank;
    const SliceTable& m_slices;
    const std::vector<TimeRange>& m_gaps;
    std::vector<std::uint8_t> m_kinds; ///< by StringId and whether it is a call: Activity
    std::array<std::vector<HostCall>, 4> m_calls;
};

} // namespace

bool findHostActivity(
    const RankTrace& rank, const std::vector<TimeRange>& gaps, const Progress& progress, RankFacts& facts)
{
    ActivityFinder finder(rank, gaps);
    if (!finder.read(progress))
        return false;
    facts.afterSync = finder.afterSync();
    facts.loadingData = finder.during(Activity::Loading);
    facts.allocating = finder.during(Activity::Allocating);
    return true;
}

} // namespace kinetoscope
