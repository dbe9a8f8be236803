// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/slipped_names.h"

#include "core/analysis/launch/launches.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/scoped_ranks.h"
#include "core/base/display_name.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kFewestRounds = 8;
/// Durations of one place differ if a tenth of them is so many times as long as another tenth.
constexpr Nanoseconds kTimesLonger = 4;
/// Of the names, that come again one round later.
constexpr double kLeastRepeated = 0.6;
/// Of a launch's time, that kernels take whose durations differ.
constexpr double kLeastShare = 0.5;

/// The tenth that is shortest ends with the first, the tenth that is longest begins with the second.
std::pair<Nanoseconds, Nanoseconds> tenthsOf(std::vector<Nanoseconds>& times)
{
    const auto at = [&](std::size_t tenths) {
        const auto place = times.begin() + static_cast<std::ptrdiff_t>(tenths * (times.size() - 1) / 10);
        std::nth_element(times.begin(), place, times.end());
        return *place;
    };
    const Nanoseconds shorter = at(1);
    return { shorter, at(9) };
}

using Example = SlippedNames::Example;

/// Looks at the kernels of one launch on one stream after the other.
class RoundsReader {
public:
    RoundsReader(const Trace& trace, const Progress& progress)
        : m_slices(trace.slices())
        , m_progress(progress)
        , m_extremes(trace.strings().size())
    {
    }

    /// @param kernels  of one stream, by start.
    std::optional<Example> read(std::span<const SliceId> kernels)
    {
        if (kernels.size() < 2 * kFewestRounds || !mayDiffer(kernels))
            return std::nullopt;
        const std::size_t round = roundOf(kernels);
        if (round < 2 || kernels.size() / round < kFewestRounds || !comesAgain(kernels, round)
            || !takeAsLong(kernels, round))
            return std::nullopt;
        return differingIn(kernels, round);
    }

private:
    [[nodiscard]] StringId name(SliceId slice) const { return m_slices.name[slice.index()]; }

    /// Without looking at neighbours: nearly all launches are done with here.
    bool mayDiffer(std::span<const SliceId> kernels)
    {
        for (const SliceId kernel : kernels)
            m_extremes[name(kernel).index()] = {};
        Nanoseconds all = 0;
        for (const SliceId kernel : kernels) {
            const Nanoseconds time = m_slices.duration(kernel);
            Extremes& extremes = m_extremes[name(kernel).index()];
            extremes.least = std::min(extremes.least, time);
            extremes.most = std::max(extremes.most, time);
            extremes.sum = saturatingAdd(extremes.sum, time);
            all = saturatingAdd(all, time);
        }
        Nanoseconds differing = 0;
        for (const SliceId kernel : kernels) {
            Extremes& extremes = m_extremes[name(kernel).index()];
            if (extremes.most / kTimesLonger >= extremes.least)
                differing = saturatingAdd(differing, std::exchange(extremes.sum, 0));
        }
        return isEnough(differing, all);
    }

    static bool isEnough(Nanoseconds part, Nanoseconds whole)
    {
        return whole > 0 && static_cast<double>(part) >= kLeastShare * static_cast<double>(whole);
    }

    /// After how many kernels a pair of names usually comes again; 0 where none does. Of equals the shortest.
    std::size_t roundOf(std::span<const SliceId> kernels)
    {
        std::map<std::pair<StringId, StringId>, std::size_t> last;
        std::map<std::size_t, std::size_t> times;
        for (std::size_t i = 1; i < kernels.size() && !m_progress.shouldStop(); ++i) {
            const auto [known, isNew] = last.try_emplace({ name(kernels[i - 1]), name(kernels[i]) }, i);
            if (!isNew)
                ++times[i - std::exchange(known->second, i)];
        }
        const auto most = std::ranges::max_element(times, {}, &decltype(times)::value_type::second);
        return most == times.end() ? 0 : most->first;
    }

    [[nodiscard]] bool comesAgain(std::span<const SliceId> kernels, std::size_t round) const
    {
        std::size_t same = 0;
        for (std::size_t i = round; i < kernels.size(); ++i)
            same += name(kernels[i]) == name(kernels[i - round]) ? 1 : 0;
        return static_cast<double>(same) >= kLeastRepeated * static_cast<double>(kernels.size() - round);
    }

    [[nodiscard]] bool takeAsLong(std::span<const SliceId> kernels, std::size_t round) const
    {
        std::vector<Nanoseconds> sums;
        for (std::size_t first = 0; first + round <= kernels.size(); first += round) {
            Nanoseconds sum = 0;
            for (const SliceId kernel : kernels.subspan(first, round))
                sum = saturatingAdd(sum, m_slices.duration(kernel));
            sums.push_back(sum);
        }
        const auto [shorter, longer] = tenthsOf(sums);
        return longer / 3 < shorter / 2; // a half longer at most
    }

    std::optional<Example> differingIn(std::span<const SliceId> kernels, std::size_t round)
    {
        std::map<std::tuple<StringId, StringId, StringId>, std::vector<Nanoseconds>> places;
        Nanoseconds all = 0;
        for (std::size_t i = 1; i + 1 < kernels.size() && !m_progress.shouldStop(); ++i) {
            const Nanoseconds time = m_slices.duration(kernels[i]);
            places[{ name(kernels[i]), name(kernels[i - 1]), name(kernels[i + 1]) }].push_back(time);
            all = saturatingAdd(all, time);
        }
        Example most { round, {}, 0, 0 };
        Nanoseconds timeOfMost = -1;
        Nanoseconds differing = 0;
        for (auto& [names, times] : places) {
            if (times.size() < kFewestRounds)
                continue;
            const auto [shorter, longer] = tenthsOf(times);
            if (longer / kTimesLonger < shorter)
                continue;
            Nanoseconds sum = 0;
            for (const Nanoseconds time : times)
                sum = saturatingAdd(sum, time);
            differing = saturatingAdd(differing, sum);
            if (sum > timeOfMost) {
                timeOfMost = sum;
                most = { round, std::get<0>(names), shorter, longer };
            }
        }
        return isEnough(differing, all) ? std::optional { most } : std::nullopt;
    }

    const SliceTable& m_slices;
    const Progress& m_progress;
    struct Extremes {
        Nanoseconds least = kMaxTimestamp;
        Nanoseconds most = 0;
        Nanoseconds sum = 0;
    };
    std::vector<Extremes> m_extremes; ///< by StringId; of the kernels that are looked at
};

bool hasGraphLaunches(const Trace& trace)
{
    for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
        if (isGraphLaunch(trace.text(StringId { i })))
            return true;
    }
    return false;
}

/// The links of the first launch of some; they are taken from these.
std::span<const LaunchTable::Link> takeLaunch(std::span<const LaunchTable::Link>& links)
{
    const auto end = std::ranges::find_if(
        links, [launch = links.front().launch](const LaunchTable::Link& link) { return link.launch != launch; });
    const auto count = static_cast<std::size_t>(end - links.begin());
    const auto taken = links.first(count);
    links = links.subspan(count);
    return taken;
}

/// The kernels of the first stream of some work of a launch; what is of that stream is taken from it.
std::vector<SliceId> takeStream(const Trace& trace, std::span<const LaunchTable::Link>& works)
{
    const std::uint32_t end = trace.track(trace.trackOf(works.front().work)).endSlice();
    std::vector<SliceId> kernels;
    while (!works.empty() && works.front().work.value < end) { // a stream's works are next to each other
        const SliceId work = works.front().work;
        if (trace.kind(work) == EventKind::Kernel && trace.slices().isSound(work))
            kernels.push_back(work);
        works = works.subspan(1);
    }
    return kernels;
}

Nanoseconds timeOf(const Trace& trace, std::span<const SliceId> slices)
{
    Nanoseconds sum = 0;
    for (const SliceId slice : slices)
        sum = saturatingAdd(sum, trace.slices().duration(slice));
    return sum;
}

Nanoseconds allKernelTimeOf(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    Nanoseconds sum = 0;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (slices.kind[row] == EventKind::Kernel && slices.isSound(SliceTable::at(row)))
            sum = saturatingAdd(sum, slices.duration(SliceTable::at(row)));
    }
    return sum;
}

} // namespace

std::optional<SlippedNames> slippedNames(const Trace& trace, const Progress& progress)
{
    if (!hasGraphLaunches(trace))
        return std::nullopt;
    SlippedNames found;
    RoundsReader reader(trace, progress);
    Timestamp first = kMaxTimestamp;
    std::span<const LaunchTable::Link> links = trace.launches().all();
    StopCheck check(progress);
    while (!links.empty()) {
        std::span<const LaunchTable::Link> works = takeLaunch(links);
        if (check.after(works.size()))
            return std::nullopt;
        const SliceId launch = works.front().launch;
        if (works.size() < 2 * kFewestRounds || !isGraphLaunch(trace.name(launch)))
            continue;
        bool hasSlipped = false;
        while (!works.empty()) {
            const std::vector<SliceId> kernels = takeStream(trace, works);
            const auto differing = reader.read(kernels);
            if (!differing)
                continue;
            append(found.kernels, kernels);
            hasSlipped = true;
            const Timestamp start = trace.slices().start[launch.index()];
            if (std::exchange(first, std::min(first, start)) > start)
                found.example = *differing;
        }
        found.launches += hasSlipped ? 1 : 0;
    }
    if (found.launches == 0 || progress.shouldStop())
        return std::nullopt;
    std::ranges::sort(found.kernels);
    found.time = timeOf(trace, found.kernels);
    found.allKernelTime = allKernelTimeOf(trace);
    return found;
}

Message namesSlipped(const SlippedNames& slipped, const Trace& trace)
{
    return {
        KT_PLURAL("slipped-names",
            "%6 of the time of kernels is under names that are not sure: %1 launch of a graph has kernels whose names "
            "and durations do not fit each other. They come in rounds of %2 that take about as long each, but %3 "
            "between the same two others takes %4 at the 10th percentile and %5 at the 90th: the recording seems to "
            "have moved names against durations. Sums over all kernels do not depend on names.",
            "%6 of the time of kernels is under names that are not sure: %1 launches of graphs have kernels whose "
            "names and durations do not fit each other. In the first they come in rounds of %2 that take about as long "
            "each, but %3 between the same two others takes %4 at the 10th percentile and %5 at the 90th: the "
            "recording seems to have moved names against durations. Sums over all kernels do not depend on names."),
        arg::Count { slipped.launches }, arg::Count { slipped.example.round },
        arg::Name { displayName(trace.text(slipped.example.name)) }, arg::Duration { slipped.example.shorter },
        arg::Duration { slipped.example.longer }, arg::Share { slipped.time, slipped.allKernelTime }
    };
}

void remarkOnSlippedNames(const RankTrace& rank, std::vector<Remark>& remarks, const Progress& progress)
{
    if (const auto slipped = slippedNames(*rank.trace, progress))
        remarks.push_back(remarkOfRank(rank, "slipped-names", namesSlipped(*slipped, *rank.trace)));
}

Result<Done> remarkOnSlippedNames(
    const AnalysisInput& input, std::vector<Remark>& remarks, const AnalysisContext& context)
{
    const std::vector<std::uint32_t> ranks = ranksInScope(input);
    const auto ofRank = [&](std::size_t i) -> Result<std::vector<Remark>> {
        std::vector<Remark> said;
        remarkOnSlippedNames(input.traces->ranks()[ranks[i]], said, context.progress);
        return said;
    };
    const auto add = [&remarks](std::size_t, const std::vector<Remark>& said) { append(remarks, said); };
    return forEachRankInOrder(ranks.size(), context, ofRank, add);
}

} // namespace kinetoscope
