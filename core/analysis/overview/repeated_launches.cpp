// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/repeated_launches.h"

#include "core/analysis/causes/blocking_calls.h"
#include "core/analysis/causes/hand_over.h"
#include "core/analysis/launch/launches.h"
#include "core/io/json/argument_scan.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// A graph of less work saves little.
constexpr std::size_t kFewestWorks = 10;

/// Launches of a RankLaunches that follow each other.
struct LaunchSequence {
    std::size_t first = 0;
    std::size_t end = 0;
};

void mix(std::uint64_t& hash, std::uint64_t value)
{
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    hash = (hash ^ value) * kOdd;
    hash ^= hash >> 29U;
}

class LaunchSequences {
public:
    LaunchSequences(const RankTrace& rank, const RankLaunches& launches, const Progress& progress)
        : m_rank(rank)
        , m_trace(*rank.trace)
        , m_launches(launches.launches)
        , m_progress(progress)
    {
    }

    RepeatedLaunches find(const BlockingCalls& blocking, const std::vector<TimeRange>& steps)
    {
        RepeatedLaunches found;
        std::map<std::uint64_t, std::vector<LaunchSequence>> alike;
        cut(breaksOf(blocking, steps), [&](const LaunchSequence& each) { alike[hashOf(each)].push_back(each); });
        const std::vector<LaunchSequence>* most = nullptr;
        std::size_t worksOfMost = 0;
        std::size_t worksOfAll = 0;
        for (const auto& [hash, comings] : alike) {
            if (comings.size() < 2)
                continue;
            const std::size_t works = comings.size() * (comings.front().end - comings.front().first);
            worksOfAll += works;
            for (const LaunchSequence& each : comings) {
                const TimeRange stretch { handedOverAt(each.first), handedOverAt(each.end - 1) };
                if (!stretch.isEmpty())
                    found.stretches.push_back(stretch);
            }
            if (works > worksOfMost) {
                worksOfMost = works;
                most = &comings;
            }
        }
        found.stretches = unionOf(std::move(found.stretches));
        if (most == nullptr || m_progress.shouldStop())
            return found;
        found.works = most->front().end - most->front().first;
        found.times = most->size();
        found.isMost = worksOfMost >= worksOfAll - worksOfMost;
        found.grids = gridsOf(*most);
        return found;
    }

private:
    [[nodiscard]] Timestamp startOf(std::size_t launch) const
    {
        return m_trace.slices().start[m_launches[launch].call.index()];
    }
    [[nodiscard]] Timestamp handedOverAt(std::size_t launch) const
    {
        return handedOver(m_trace, m_launches[launch].work);
    }
    /// When no sequence goes on; trace time, sorted.
    [[nodiscard]] std::vector<Timestamp> breaksOf(
        const BlockingCalls& blocking, const std::vector<TimeRange>& steps) const
    {
        std::vector<Timestamp> breaks;
        for (const TimeRange& step : steps)
            breaks.push_back(m_rank.toTraceTime(step.begin));
        const SliceTable& slices = m_trace.slices();
        StopCheck check(m_progress);
        for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
            const SliceId call = SliceTable::at(row);
            if (!isApiCall(slices.kind[row]) || !slices.isSound(call))
                continue;
            // A copy that its call waits for ends what came before it; launches into a full queue go on.
            switch (blocking.wayOf(call)) {
            case BlockingWay::Sync:
                breaks.push_back(slices.start[row]);
                break;
            case BlockingWay::Copy:
                breaks.push_back(slices.end(call));
                break;
            case BlockingWay::None:
            case BlockingWay::FullQueue:
                break;
            }
        }
        std::ranges::sort(breaks);
        return breaks;
    }
    void cut(const std::vector<Timestamp>& breaks, const std::function<void(const LaunchSequence&)>& visit) const
    {
        LaunchSequence now;
        const auto end = [&](std::size_t next) {
            if (now.end - now.first >= kFewestWorks)
                visit(now);
            now = { next, next };
        };
        std::size_t passed = 0; // breaks
        StopCheck check(m_progress);
        for (std::size_t i = 0; i < m_launches.size() && !check.after(2); ++i) {
            const std::size_t before = passed;
            while (passed < breaks.size() && breaks[passed] <= startOf(i))
                ++passed;
            if (passed > before)
                end(i);
            if (isGraphLaunch(m_trace.name(m_launches[i].call)))
                end(i + 1);
            else
                now.end = i + 1;
        }
        if (!m_progress.shouldStop())
            end(m_launches.size());
    }
    [[nodiscard]] std::uint64_t hashOf(const LaunchSequence& sequence) const
    {
        const SliceTable& slices = m_trace.slices();
        std::uint64_t hash = sequence.end - sequence.first;
        for (std::size_t i = sequence.first; i < sequence.end; ++i) {
            const Launch& launch = m_launches[i];
            mix(hash, slices.name[launch.work.index()].value);
            mix(hash, launch.stream.value);
            if (slices.kind[launch.work.index()] == EventKind::Kernel)
                continue;
            const auto bytes = m_trace.args().bytes.find(slices.eventIndex[launch.work.index()]);
            mix(hash, static_cast<std::uint64_t>(bytes.value_or(-1)));
        }
        return hash;
    }

    /// Grid and block of the kernels of a sequence, in order, as written; nothing where one has none.
    [[nodiscard]] std::optional<std::vector<std::string>> writtenGrids(const LaunchSequence& sequence) const
    {
        const SliceTable& slices = m_trace.slices();
        std::vector<std::pair<EventIndex, std::size_t>> kernels; // and their place
        for (std::size_t i = sequence.first; i < sequence.end; ++i) {
            const std::size_t row = m_launches[i].work.index();
            if (slices.kind[row] == EventKind::Kernel)
                kernels.emplace_back(slices.eventIndex[row], i - sequence.first);
        }
        std::ranges::sort(kernels);
        std::vector<EventIndex> events;
        events.reserve(kernels.size());
        for (const auto& [event, place] : kernels)
            events.push_back(event);
        std::vector<std::string> grids(sequence.end - sequence.first);
        std::size_t known = 0;
        const auto read = [&](std::size_t i, std::string_view json) {
            const std::string_view grid = argumentOf(json, "grid");
            const std::string_view block = argumentOf(json, "block");
            if (grid.empty() || block.empty())
                return false;
            grids[kernels[i].second] = std::string(grid) + std::string(block);
            ++known;
            return !m_progress.shouldStop();
        };
        const Result<Done> done = m_trace.visitEventJson(events, read);
        if (!done || events.empty() || known < events.size())
            return std::nullopt;
        return grids;
    }
    [[nodiscard]] RepeatedLaunches::Grids gridsOf(const std::vector<LaunchSequence>& comings) const
    {
        const std::size_t works = comings.front().end - comings.front().first;
        const std::size_t most = std::max<std::size_t>(2, RepeatedLaunches::kMostCompared / works);
        const std::size_t count = std::min(comings.size(), most);
        std::optional<std::vector<std::string>> first;
        for (std::size_t i = 0; i < count; ++i) { // the first and the last are among them
            auto grids = writtenGrids(comings[i * (comings.size() - 1) / (count - 1)]);
            if (!grids)
                return RepeatedLaunches::Grids::Unknown;
            if (first && *first != *grids)
                return RepeatedLaunches::Grids::Other;
            if (!first)
                first = std::move(grids);
        }
        return RepeatedLaunches::Grids::Same;
    }

    const RankTrace& m_rank;
    const Trace& m_trace;
    const std::vector<Launch>& m_launches;
    const Progress& m_progress;
};

} // namespace

RepeatedLaunches repeatedLaunchesOf(const RankTrace& rank, const RankLaunches& launches, const BlockingCalls& blocking,
    const std::vector<TimeRange>& steps, const Progress& progress)
{
    return LaunchSequences(rank, launches, progress).find(blocking, steps);
}

} // namespace kinetoscope
